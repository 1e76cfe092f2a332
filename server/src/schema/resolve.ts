import { excerpt } from '../basics/excerpt';
import type { Range } from '../basics/range';
import type { Tree } from '../textproto/tree';
import { CONFIGURATION } from './builtin';
import { type Glob, readGlob } from './glob';
import { findMessage, type MessageType, type Schema } from './types';

/** The message that a text contains, and why we think so. */
export interface Resolution {
  readonly message: MessageType | undefined;
  readonly reason: 'header' | 'pattern' | 'content' | 'named' | 'unknown-message' | 'none';
  /** A sentence for the user, short enough for the status bar's pop-up. */
  readonly detail: string;
}

interface ResolveOptions {
  readonly schema: Schema;
  /** The path of the document, or that of its URI, for the patterns. */
  readonly path: string;
  /** Globs of files that hold a TPUEmbeddingConfiguration. */
  readonly patterns: readonly string[];
  /** The user named this file, so without other signs it is a TPUEmbeddingConfiguration. */
  readonly named?: boolean;
}

/** A name in a comment at the start of a text, and its absolute range. */
interface Header extends Range {
  readonly name: string;
}

const MESSAGE_HEADER = /^[ \t\ufeff]*#[ \t]*proto-message[ \t]*:[ \t]*([^\s#]+)/;
const FILE_HEADER = /^[ \t\ufeff]*#[ \t]*proto-file[ \t]*:[ \t]*([^\s#]+)/;
const ANY_HEADER = /^[ \t\ufeff]*#[ \t]*proto-(?:message|file)[ \t]*:/;

/** The message that `# proto-message:` names. */
export const readHeader = (text: string) => findHeader(text, MESSAGE_HEADER);

/** The path that `# proto-file:` names. */
export const readFileHeader = (text: string) => findHeader(text, FILE_HEADER);

/** Whether a `# proto-message:` or `# proto-file:` comment marks the text as text format. */
export const hasHeader = (text: string): boolean => findHeader(text, ANY_HEADER) !== undefined;

/** The first match in the comment lines at the start of a text; what it captures is at its end. */
function findHeader(text: string, wanted: RegExp): Header | undefined {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    const line = text.slice(start, end);
    const [whole, name = ''] = wanted.exec(line) ?? [];
    if (whole !== undefined) {
      const last = start + whole.length;
      return { name, start: last - name.length, end: last };
    }
    if (!/^\s*(#|$)/.test(line)) return undefined;
    start = end + 1;
  }
  return undefined;
}

/** Decides by the header, then by the file name, then by the top-level fields; no message if that is unclear. */
export function resolveMessage(tree: Tree, options: ResolveOptions): Resolution {
  const { schema } = options;
  const header = readHeader(tree.text);
  if (header) {
    const message = findMessage(schema, header.name);
    return message
      ? { message, reason: 'header', detail: 'Its header names this message.' }
      : {
          message: undefined,
          reason: 'unknown-message',
          detail: `No schema describes ${excerpt(header.name)}, which its header names.`,
        };
  }
  const configuration = schema.message(CONFIGURATION)!;
  const pattern = options.patterns.find((glob) => matches(glob, options.path));
  if (pattern !== undefined) {
    return { message: configuration, reason: 'pattern', detail: `Its name matches ${excerpt(pattern)}.` };
  }
  const telling = telltaleField(tree, configuration);
  if (telling !== undefined) {
    return { message: configuration, reason: 'content', detail: `It has a field "${telling}".` };
  }
  if (options.named)
    return {
      message: configuration,
      reason: 'named',
      detail: 'Assumed, because the file was given by name.',
    };
  return {
    message: undefined,
    reason: 'none',
    detail: 'Its header, name and fields do not show which message it contains.',
  };
}

/** Top-level field names that no other common message has. */
const TELLTALE = new Set([
  'table_descriptor',
  'feature_descriptor',
  'batch_size_per_tensor_core',
  'num_tensor_cores',
  'pipeline_execution_with_tensor_core',
]);

/** How many top-level fields are examined. */
const SAMPLE = 50;

/** A field that identifies a configuration, provided that at least half of the fields belong to a configuration. */
function telltaleField(tree: Tree, configuration: MessageType): string | undefined {
  let telling: string | undefined;
  let ours = 0;
  let seen = 0;
  for (const { field } of tree.sections) {
    if (!field) continue;
    if (configuration.fieldsByName.has(field.name)) ours++;
    if (TELLTALE.has(field.name)) telling ??= field.name;
    if (++seen === SAMPLE) break;
  }
  return ours * 2 >= seen ? telling : undefined;
}

const globs = new Map<string, Glob | undefined>();

function matches(text: string, path: string): boolean {
  if (!globs.has(text)) globs.set(text, readGlob(text));
  return globs.get(text)?.(path) ?? false;
}
