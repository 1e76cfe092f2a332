import { encodeBase64 } from '../../basics/base64';
import { listed } from '../../basics/listed';
import { json } from '../../basics/terminal';
import { writeBinary } from './binary-writer';
import { type Content, unknownFields } from './content';
import { writeJson } from './json-writer';
import { pythonBytes } from './python-layout';
import { writePython } from './python-writer';
import { Inexpressible, writeTensorflow } from './tensorflow-writer';
import { writeText } from './text-writer';

/** The forms that a message can be written in. */
export const TARGETS = ['textproto', 'json', 'binary', 'python', 'tf', 'base64', 'bytes'] as const;
export type Target = (typeof TARGETS)[number];

interface Written {
  readonly output: string | Uint8Array;
  /** Notes for the user, in sentences. */
  readonly notes: readonly string[];
}

interface Writer {
  readonly write: (content: Content) => Written['output'] | Written;
  /** What happens to fields that the schema does not know. */
  readonly unknown: string;
}

const KEPT = 'Fields that the schema does not know are kept';

const WRITERS: Readonly<Record<Target, Writer>> = {
  textproto: {
    write: writeText,
    unknown: `${KEPT} under their numbers, which TensorFlow's parsers of text format refuse`,
  },
  json: {
    write: (content) => json(writeJson(content), 2),
    unknown: 'ProtoJSON has no place for fields that the schema does not know, which are left out',
  },
  binary: { write: writeBinary, unknown: KEPT },
  python: { write: writePython, unknown: `${KEPT}, as bytes that are merged into the message` },
  tf: {
    write: writeTensorflow,
    unknown:
      "TensorFlow's classes have no place for fields that the schema does not know, which are left out",
  },
  base64: { write: (content) => `${encodeBase64(writeBinary(content))}\n`, unknown: KEPT },
  bytes: { write: (content) => `${pythonBytes(writeBinary(content))}\n`, unknown: KEPT },
};

/** Writes a message; a problem in a sentence for the user if the form cannot hold it. */
export function writeForm(target: Target, content: Content): Written | { readonly problem: string } {
  const { write, unknown } = WRITERS[target];
  const fields = [...unknownFields(content)].flatMap(({ path, unknown }) =>
    unknown.map(({ number }) => path + number),
  );
  const lost = fields.length > 0 ? [`${unknown}: ${listed([...new Set(fields)])}.`] : [];
  try {
    const written = write(content);
    return typeof written === 'string' || written instanceof Uint8Array
      ? { output: written, notes: lost }
      : { output: written.output, notes: [...lost, ...written.notes] };
  } catch (error) {
    if (error instanceof Inexpressible) return { problem: error.message };
    throw error;
  }
}
