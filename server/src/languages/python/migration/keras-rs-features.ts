import { excerpt } from '../../../basics/excerpt';
import type { Feature } from '../../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../../dataflow/derivation/parts';
import { isLeftOut as hasNoShape, shapeOf, sizeIn } from '../../../dataflow/derivation/shapes';
import type { Expression } from '../../../python/tree';
import { expressionOf, isLeftOut, rewriteArguments } from './arguments';
import type { Batch } from './batch';
import type { Draft } from './draft';
import { givenName, isRepeated, nameByPath } from './feature-names';
import type { Layer, Layers } from './layers';
import { numberedIn } from './numbered';
import type { Site } from './program';
import { pythonText } from './values';

/** Writes a FeatureConfig with a name and with shapes of the whole batch. */
export function rewriteFeature(draft: Draft, site: Site, layers: Layers, batch: Batch): void {
  const name = nameOf(draft, site, layers);
  const made = layers.madeBy(site);
  const samples = samplesOf(draft, site, made, batch);
  const width = widthOf(draft, site, made);
  const table = expressionOf(site, 'table');
  if (table && width.name !== undefined) draft.insert(table.end, ')');
  const input = samples.isOne ? `(${samples.text}, 1)` : `(${samples.text}, None)`;
  rewriteArguments(
    draft,
    site,
    [
      ...(name === undefined ? [] : [`name=${name}`]),
      `input_shape=${input}`,
      `output_shape=(${samples.text}, ${width.text})`,
    ],
    new Set(name === undefined ? [] : ['name']),
  );
  // Edits at one place stand in the order in which they are made.
  if (table && width.name !== undefined) draft.insert(table.start, `(${width.name} := `);
}

// Shapes

interface Samples {
  readonly text: string;
  /** Each has one id. */
  readonly isOne: boolean;
}

/** How many rows a feature has: one for each sample, or for each place of a sequence or of a larger shape. */
function samplesOf(draft: Draft, site: Site, made: readonly Feature[], batch: Batch): Samples {
  const shapes = made.map(({ part }) => ownShape(part));
  const [shape] = shapes;
  const isSame = shapes.every((each) => JSON.stringify(each) === JSON.stringify(shape));
  const argument = expressionOf(site, 'output_shape');
  if (shape && isSame && shape.length > 0 && !shape.includes(undefined)) {
    const [first = 1, ...rest] = shape as number[];
    const others = rest.reduce((product, size) => product * size, 1);
    if (rest.length > 0 && argument)
      draft.remark(
        argument,
        `output_shape of more than one size does not carry over: keras-rs combines the ids of a sample, so give the feature ids of shape (batch * ${others}, 1), and reshape its activations.`,
        { lost: 'output_shape' },
      );
    const isBatch = first === batch.perReplica;
    const size = isBatch ? batch.name : String(first * batch.replicas);
    return { text: rest.length > 0 ? `${size} * ${rest.join(' * ')}` : size, isOne: rest.length > 0 };
  }
  if (argument && !isLeftOut(site, 'output_shape'))
    draft.remark(argument, 'the value of output_shape is not known: set the shapes of this feature by hand.');
  return sequence(draft, site, made, batch);
}

function sequence(draft: Draft, site: Site, made: readonly Feature[], batch: Batch): Samples {
  const argument = expressionOf(site, 'max_sequence_length');
  const lengths = new Set(made.map(({ part }) => sizeIn(part.attribute('sequence_length').type)));
  const isNone = made.length === 0 ? !argument : [...lengths].every((length) => length === 0);
  if (!argument || isNone) return { text: batch.name, isOne: false };
  const text = draft.textOf(argument);
  const length = excerpt(text);
  draft.remark(
    argument,
    `max_sequence_length=${length} does not carry over: keras-rs has no sequence features, so give the feature ids of shape (batch * ${length}, 1), and reshape its activations to (batch, ${length}, width).`,
    { lost: 'max_sequence_length' },
  );
  const isPositive = lengths.size > 0 && [...lengths].every((length) => length !== undefined && length > 0);
  const factor = isPositive
    ? argument.kind === 'number' || argument.kind === 'name'
      ? text
      : `(${text})`
    : `max(1, ${text})`;
  return { text: `${batch.name} * ${factor}`, isOne: true };
}

function ownShape(part: EmbeddingPart) {
  const argument = part.attribute('input_shape');
  return hasNoShape(argument) ? undefined : shapeOf(argument)?.map((size) => size ?? undefined);
}

interface Width {
  readonly text: string;
  /** The name that the text has for the table. */
  readonly name?: string;
}

/** The width of a feature's table in an expression. */
function widthOf(draft: Draft, site: Site, made: readonly Feature[]): Width {
  const table = expressionOf(site, 'table');
  if (!table) return { text: 'None' };
  if (isPath(table)) return { text: `${draft.textOf(table)}.embedding_dim` };
  const widths = new Set(made.map(({ table: part }) => part && pythonText(part.attribute('dimension').type)));
  const [width] = widths;
  if (widths.size === 1 && width !== undefined) return { text: width };
  const name = draft.freeName('table');
  return { text: `${name}.embedding_dim`, name };
}

/** Whether an expression is a variable or an attribute of one, so that it may be written twice. */
const isPath = (node: Expression): boolean =>
  node.kind === 'name' || (node.kind === 'attribute' && isPath(node.object));

// Names

/** The name to write; undefined if the feature keeps its own. */
function nameOf(draft: Draft, site: Site, layers: Layers): string | undefined {
  const layer = layers.most(site, 'featuresOf');
  const own = layer?.featuresOf.get(site.node) ?? [];
  const only = own.length === 1 ? own[0] : undefined;
  if (!isLeftOut(site, 'name')) return layer && only && otherName(draft, site, only, layer);
  if (layer && only) return JSON.stringify(nameByPath(only, layer));
  return (
    keyAround(draft, site) ??
    nameOfTable(draft, site, own) ??
    `f"feature_{${numberedIn(draft, site.node, [], 'feature_numbers')}}"`
  );
}

/** Another name for a feature whose own an earlier feature has. */
function otherName(draft: Draft, site: Site, feature: Feature, layer: Layer): string | undefined {
  if (!isRepeated(feature, layer)) return undefined;
  const name = nameByPath(feature, layer);
  draft.remark(
    site.node,
    `the name "${givenName(feature)}" occurs twice, but keras-rs needs names of features to differ: this one is "${name}".`,
  );
  return JSON.stringify(name);
}

/** The key under which a loop or a comprehension puts a feature. */
function keyAround(draft: Draft, { node }: Site): string | undefined {
  const { parent } = node;
  if (parent?.kind === 'entry' && parent.key && parent.parent?.kind === 'comprehension')
    return isText(draft, parent.key);
  if (parent?.kind !== 'assignment' || parent.targets.length !== 1) return undefined;
  const [target] = parent.targets;
  const [index, ...more] = target?.kind === 'subscript' ? target.indices : [];
  return index && more.length === 0 ? isText(draft, index) : undefined;
}

/** The text of an expression that is always a string. */
const isText = (draft: Draft, expression: Expression): string | undefined =>
  expression.kind === 'string' || (isPath(expression) && draft.file.typeOf(expression).kind === 'str')
    ? draft.textOf(expression)
    : undefined;

/** The name of the table, if each feature has another one. */
function nameOfTable(draft: Draft, site: Site, own: readonly Feature[]): string | undefined {
  const table = expressionOf(site, 'table');
  const isOnePerTable = new Set(own.map((feature) => feature.table)).size === own.length && own.length > 0;
  return table && isPath(table) && isOnePerTable ? `${draft.textOf(table)}.name` : undefined;
}
