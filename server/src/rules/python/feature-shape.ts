import { isWithin, rangeOf } from '../../basics/range';
import { parameterFor, type Setting } from '../../catalogue';
import { argumentFor, numberFor } from '../../dataflow/calls/argument-values';
import { methodCalls } from '../../dataflow/calls/methods';
import {
  type ApiCall,
  argumentThatSets,
  callOfEvent,
  type PythonFile,
} from '../../dataflow/calls/python-file';
import { featuresOf, instanceOf, isAssigned } from '../../dataflow/calls/tables';
import { type Shape, shapeOf } from '../../dataflow/calls/types';
import { textMatches } from '../../python/text-matches';
import type { Expression } from '../../python/tree';
import type { CallProblem, CallReport, CallRule, TextFix } from './call-rule';
import { callName } from './support/binding';
import { replacing } from './support/edits';
import { maySetLater } from './support/set-later';
import { batchSource, outputShapeSource, widthSource } from './support/shape-sources';

const feature = (shape: string): string => `import keras_rs

items = keras_rs.layers.TableConfig(name='items', vocabulary_size=1000, embedding_dim=16)
keras_rs.layers.FeatureConfig(name='clicked', table=items, input_shape=(64, 10), output_shape=${shape})`;

export const featureShape: CallRule = {
  code: 'feature-shape',
  severity: 'warning',
  summary: 'The shapes of a feature do not fit its table, or each other.',
  details:
    'keras-rs and jax-tpu-embedding take the global batch in both shapes, and the length of the vectors as the last size of ' +
    '`output_shape`, which TensorFlow adds by itself. Neither compares them: with a larger length, a lookup on SparseCores ' +
    'fails when it is traced with JAX, a smaller one cuts off the end of each vector without a word, and TensorFlow on ' +
    'SparseCores refuses a shape without it.',
  messages: {
    'Invalid `output_shape` {shape} in `FeatureConfig` {feature}. It must have at least 2 dimensions':
      '`output_shape` of a feature is {shape}, and must hold the global batch and the length of the vectors.',
    'Invalid `output_shape` {shape} in `FeatureConfig`':
      '`output_shape` {shape} of a feature does not fit: it is the global batch, which the replicas share evenly, and the length of the vectors.',
    'Batch size {n} is not a multiple of the number of TPUs':
      'The batch of a feature is {n}, and the replicas must be able to share it evenly. Shapes hold the global batch.',
    'The embedding dim in output shape cannot be more than the (original, unpadded) embedding dim':
      "The last size of a feature's `output_shape` is larger than the `embedding_dim` of its table.",
    'has dynamic output shape': "A size of a feature's `output_shape` is not known; all must be numbers.",
    'Received input shape {shape}. Rank must be 1 or above':
      'The ids of a feature are a single number; they have the batch as an axis.',
    'Received input tensor of shape {shape}. Rank must be 1 and above':
      'The ids of a feature are a single number; they have the batch as an axis.',
    'ValueError: Received invalid input shape': "The shape of a feature's ids is no shape.",
  },
  bad: feature('(64,)'),
  good: feature('(64, 16)'),
  checkFile(file, report) {
    for (const call of file.calls) if (call.entry.role === 'feature') checkFeature(call, file, report);
  },
};

const INPUT = 'global_input_shape';
const OUTPUT = 'global_output_shape';

function checkFeature(call: ApiCall, file: PythonFile, report: CallReport): void {
  for (const setting of [INPUT, OUTPUT] as const) checkHash(setting, call, file, report);
  const output = argumentFor(call, OUTPUT);
  const sizes = output && shapeOf(call.typeOf, output.node);
  if (!sizes || sizes.length === 0 || maySetLater(call, output.name, file)) return;
  const width = widthOf(call, file);
  if (sizes.length > 1) {
    if (width) checkWidth(sizes.at(-1), width, call, file, report);
    checkBatch(sizes, call, file, report);
  } else
    report({
      ...rangeOf(output.node),
      message: `\`${output.name}\` lacks the length of the vectors. Give ${meant(sizes[0], width)}.`,
      ...relatedTo(width),
      fixes: () => fixesOf(output.node, outputShapeSource(call, file)),
    });
}

const STATIC = /\bstatic_arg(?:num|name)s\b/;

/** A list in a feature that may be a static argument of a compiled function, which is hashed. */
function checkHash(setting: Setting, call: ApiCall, { text, tree }: PythonFile, report: CallReport): void {
  const { node, name } = argumentFor(call, setting) ?? {};
  if (node?.kind !== 'list' || node.close < 0 || !parameterFor(call.entry, setting)?.isHashed) return;
  if (!textMatches(tree, STATIC)) return;
  const sizes = text.slice(node.start + 1, node.close);
  const comma = node.elements.length === 1 && !/,\s*$/.test(sizes) ? ',' : '';
  report({
    ...rangeOf(node),
    severity: 'hint',
    message: `With a list as \`${name}\`, the feature has no hash, so it cannot be a static argument of \`jax.jit\`. Give a tuple.`,
    fixes: () => [
      {
        title: 'Make it a tuple',
        changes: [{ ...rangeOf(node), newText: `(${sizes}${comma})` }],
        preferred: true,
      },
    ],
  });
}

const meant = (batch: number | undefined, width: Width | undefined): string =>
  batch === undefined || !width ? 'it the global batch and that length' : `\`(${batch}, ${width.size})\``;

/** The length of the vectors of a feature's table. */
interface Width {
  readonly size: number;
  readonly name: string;
  /** Where it is given. */
  readonly node: Expression | undefined;
}

function widthOf(call: ApiCall, file: PythonFile): Width | undefined {
  const table = instanceOf(call, 'table_id', file);
  const size = table && numberFor(table, 'dimension');
  if (!table || size === undefined || size < 1 || isAssigned(call, table, 'dimension')) return undefined;
  return {
    size,
    name: parameterFor(table.entry, 'dimension')!.name,
    node: argumentThatSets(table, 'dimension'),
  };
}

function checkWidth(
  size: number | undefined,
  width: Width,
  call: ApiCall,
  file: PythonFile,
  report: CallReport,
): void {
  if (size === undefined || size === width.size) return;
  const { name, node } = argumentFor(call, OUTPUT)!;
  const place = elementAt(-1, call, node);
  const lookup = size > width.size ? refusingLookup(call, file) : undefined;
  const effect = lookup
    ? `${lookup.entry.name === '__call__' ? 'A call of the layer' : `\`${callName(lookup)}\``} refuses it`
    : size > width.size
      ? 'With JAX, the lookup on SparseCores fails'
      : 'With JAX, SparseCores cut off the end of each vector';
  report({
    ...rangeOf(place),
    ...(lookup && { severity: 'error' as const }),
    message: `\`${name}\` ends with ${size}, but the \`${width.name}\` of the table is ${width.size}. ${effect}.`,
    ...relatedTo(width),
    fixes: () => (place === node ? [] : fixesOf(place, widthSource(call, file))),
  });
}

/** A call in the text that certainly refuses vectors of a feature that are longer than those of its table. */
function refusingLookup(feature: ApiCall, file: PythonFile): ApiCall | undefined {
  const { by, unless } = parameterFor(feature.entry, OUTPUT)?.limitedBy ?? { by: [], unless: [] };
  const isLookup = ({ entry, binding }: ApiCall) =>
    by.includes(entry.id) && !binding.open && !unless.some((name) => binding.arguments.has(name));
  return (
    file.calls.find((call) => isLookup(call) && featuresOf(call, file).includes(feature)) ??
    methodCalls(file).find(
      (call) => isLookup(call) && call.maker && featuresOf(callOfEvent(call.maker), file).includes(feature),
    )
  );
}

/** The first size is the number of samples, or the sizes before the last one are it together. */
function checkBatch(sizes: Shape, call: ApiCall, file: PythonFile, report: CallReport): void {
  const input = argumentFor(call, INPUT);
  const batch = input && shapeOf(call.typeOf, input.node)?.[0];
  const samples = sizes.slice(0, -1);
  if (!input || batch === undefined || samples.includes(undefined)) return;
  const product = samples.reduce<number>((a, b) => a * b!, 1);
  if (batch === product || batch === samples[0]) return;
  const { name, node } = argumentFor(call, OUTPUT)!;
  const place = elementAt(0, call, node);
  report({
    ...rangeOf(place),
    message: `\`${name}\` has ${product} samples, but \`${input.name}\` has ${batch}. Both begin with the global batch.`,
    related: [{ ...rangeOf(input.node), message: `\`${input.name}\` is this.` }],
    fixes: () => (place === node || samples.length > 1 ? [] : fixesOf(place, batchSource(call, file))),
  });
}

const relatedTo = (width: Width | undefined): Pick<CallProblem, 'related'> =>
  width?.node ? { related: [{ ...rangeOf(width.node), message: `\`${width.name}\` is this.` }] } : {};

/** A size in a shape that is written in the call, or else the whole shape. */
function elementAt(index: number, call: ApiCall, shape: Expression): Expression {
  const value = call.typeOf(shape);
  const element = value.kind === 'list' || value.kind === 'tuple' ? value.elements?.at(index) : undefined;
  return element && isWithin(element, shape) ? element : shape;
}

const fixesOf = (place: Expression, source: string | undefined): TextFix[] =>
  source === undefined ? [] : [replacing(place, source, true)];
