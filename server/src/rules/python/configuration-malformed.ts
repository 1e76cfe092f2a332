import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { rangeOf } from '../../basics/range';
import { counted } from '../../configuration/quantities';
import { numberOf } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import type { CallReport, CallRule } from './call-rule';
import { replacing } from './support/edits';

/** Field numbers of `TPUEmbeddingConfiguration`. */
const TABLES = 1;
const FEATURES = 10;

/** The op that reads its configuration as soon as the op is built. */
const RECEIVES = 'RecvTPUEmbeddingActivations';

export const configurationMalformed: CallRule = {
  code: 'configuration-malformed',
  severity: 'error',
  summary: 'The value is not a serialized configuration.',
  details:
    'Ops take the configuration in binary form, as `config.SerializeToString()` gives it; text format must be parsed ' +
    'first. `RecvTPUEmbeddingActivations` reads it when the op is built and raises `ValueError`. The other ops take any ' +
    'string and fail only when the graph is prepared for the TPU: for them it is a warning. Where the bytes are written in ' +
    'the call itself, its `num_outputs` is compared with them.',
  messages: {
    'TPU embedding config is empty':
      'The configuration is empty: give the bytes of a `TPUEmbeddingConfiguration`.',
    'Malformed tpu_embedding_config':
      'The `config` of the op is no configuration in binary form; text format must be parsed and serialized first.',
    'Malformed config attribute in the':
      'The `config` of the op is no configuration in binary form; text format must be parsed and serialized first.',
    'Failed to parse TPUEmbeddingConfiguration proto from config attr':
      'The `config` of the op is no configuration in binary form; text format must be parsed and serialized first.',
    "Error parsing message with type 'tensorflow.tpu.":
      'The bytes are no message of this type. Text format is read by `text_format.Parse`, and only bytes by `ParseFromString`.',
    'Wrong wire type in tag':
      'The bytes are no message of this type. Text format is read by `text_format.Parse`, and only bytes by `ParseFromString`.',
    'ConfigureTPUEmbedding used but no configuration provided':
      '`ConfigureTPUEmbedding` has an empty configuration.',
    'No TPU embedding config provided':
      'No op of the graph says which tables there are: `config` is empty everywhere.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config='table_descriptor { dimension: 4 }')`,
  good: `import tensorflow as tf

tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=1, config=config.SerializeToString())`,
  checkCall(call, _file, report) {
    const parameter = call.entry.parameters.find(({ type }) => type.of === 'serialized');
    const expression = parameter && argumentOf(call, parameter.name);
    if (!expression || call.binding.problems.some(({ kind }) => kind === 'keyword-only')) return;
    const value = call.typeOf(expression);
    if (value.kind !== 'str' && value.kind !== 'bytes') return;
    const receives = call.entry.op?.name === RECEIVES;
    const severity = receives ? 'error' : 'warning';
    const place = { ...rangeOf(expression), severity } as const;
    if (value.text || looksLikeText(value.value)) {
      report({
        ...place,
        message: `\`${parameter.name}\` must be in binary form, not text format. Parse the text, and give \`config.SerializeToString()\`.`,
      });
      return;
    }
    if (value.value === undefined) return;
    const bytes =
      value.kind === 'bytes'
        ? Uint8Array.from(value.value, (char) => char.charCodeAt(0))
        : new TextEncoder().encode(value.value);
    const counts = countFields(bytes);
    if (!counts) {
      report({
        ...place,
        message: `\`${parameter.name}\` is not a serialized configuration. Give \`config.SerializeToString()\`.`,
      });
    } else if (receives) {
      checkOutputs(call, counts, report);
    }
  },
};

/** There is one output for each feature or, without features, one for each table. */
function checkOutputs(call: ApiCall, counts: ReadonlyMap<number, number>, report: CallReport): void {
  const kind = counts.has(FEATURES) ? 'feature' : 'table';
  const count = counts.get(FEATURES) ?? counts.get(TABLES);
  const outputs = argumentOf(call, 'num_outputs');
  const given = outputs && numberOf(call.typeOf(outputs));
  const { start, end } = (count === undefined ? argumentOf(call, 'config') : outputs) ?? call.node;
  if (count === undefined)
    report({
      start,
      end,
      message:
        'This configuration has no tables, so there is nothing to receive. Give the configuration of the model.',
    });
  // Less than 1 is wrong for every configuration. Another rule reports it.
  else if (given !== undefined && given >= 1 && Math.trunc(given) !== count)
    report({
      start,
      end,
      message: `\`num_outputs\` must be ${count}: this configuration has ${counted(count, kind)}.`,
      fixes: () => [replacing({ start, end }, String(count), true)],
    });
}

const looksLikeText = (text: string | undefined): boolean =>
  text !== undefined && /^\s*(?:#.*\s*)*[a-z_]{3,}\s*[:{<]/.test(text);

/**
 * The number of strings or messages in each field of a serialized message, by field number; undefined if the bytes are no
 * message.
 */
function countFields(bytes: Uint8Array): ReadonlyMap<number, number> | undefined {
  const counts = new Map<number, number>();
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      reader.skip(type, field);
      if (type === WireType.LengthDelimited) counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    return counts;
  } catch {
    return undefined;
  }
}
