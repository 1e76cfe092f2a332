import { once } from '../../basics/once';
import { type Derived, derive } from '../../configuration/derive';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { type Derivation, derivations } from '../../dataflow/derivation/derivation';
import { knownPart } from '../../dataflow/derivation/model';
import type { Strategy } from '../../dataflow/derivation/strategy';
import type { Node } from '../../python/tree';
import type { Hint } from '../answers';
import { batchHint, shapeText } from '../hints';
import { type Phrase, phrase, said } from '../phrase';
import { outputsOf, RECEIVE } from './results';

/** Without a label if it is unknown. */
type Candidate = Pick<Hint, 'kind' | 'at' | 'tooltip'> & { readonly label: Phrase | undefined };

/** Shapes of activations and samples in a step, as the configurations of a program say them. */
export function shapeHints(file: PythonFile, strategy: Strategy): Hint[] {
  const received = file.calls
    .filter(({ entry }) => entry.op?.name === RECEIVE)
    .map((call) => shapeHint(file, call.node, outputsOf(call)?.map(shapeText)));
  const derived = derivations(file, strategy).flatMap((derivation) => hintsOf(derivation, file));
  return agreed([...received, ...derived]);
}

/** A call in a loop or a function makes several objects. The hint shows what all of them have in common. */
function agreed(candidates: readonly Candidate[]): Hint[] {
  const byPlace = new Map<string, Hint | undefined>();
  for (const { label, ...candidate } of candidates) {
    const place = `${candidate.kind} ${candidate.at}`;
    const before = byPlace.get(place)?.label;
    const isSame = !byPlace.has(place) || (before && said(before)) === (label && said(label));
    byPlace.set(place, isSame && label !== undefined ? { ...candidate, label } : undefined);
  }
  return [...byPlace.values()].flatMap((hint) => hint ?? []);
}

/** The paths of messages that decide the shapes of outputs. */
const DECIDES_OUTPUTS = /^((tableDescriptor|featureDescriptor)(\[\d+\])?|spmdSharding.*)?$/;

function hintsOf(derivation: Derivation, file: PythonFile): Candidate[] {
  const { fields } = derivation;
  const isOpen = fields.some(({ path, value }) => value === undefined && DECIDES_OUTPUTS.test(path));
  const configuration = isOpen ? undefined : knownPart(fields);
  const derived = configuration && derive(configuration);
  const nodes = nodesOf(derivation, textsRead(file));
  const cores = nodes.get('numTensorCores');
  const batch = derived && batchHint(configuration, derived);
  return [
    ...(cores
      ? [{ kind: 'batchSize', at: cores.end, label: undefined, tooltip: '', ...batch } as const]
      : []),
    ...outputNodes(nodes, derived?.style).map(([index, node]) =>
      shapeHint(file, node, derived && [shapeText(derived.outputs[index])]),
    ),
  ];
}

/** The calls that make messages, and the nodes that set fields; embedded text has its own hints. */
function nodesOf({ call, fields, makers }: Derivation, texts: ReadonlySet<Node>): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>();
  for (const { path, node } of fields) if (node && node !== call && !texts.has(node)) nodes.set(path, node);
  for (const { prefix, call: maker } of makers) nodes.set(prefix.slice(0, -1), maker);
  return nodes;
}

const textsRead = once((file: PythonFile): ReadonlySet<Node> => {
  const calls = evaluationOf(file.tree).observations.flatMap(({ findings }) =>
    findings.texts.map(({ call }) => call),
  );
  return new Set(calls.flatMap((call) => call.arguments.map(({ value }) => value)));
});

/** The nodes that make features, or tables if there are no features, with their indices. */
function outputNodes(
  nodes: ReadonlyMap<string, Node>,
  style: Derived['style'] = 'feature',
): (readonly [number, Node])[] {
  return [...nodes].flatMap(([path, node]) => {
    const [, owner, index] = /^(table|feature)Descriptor\[(\d+)\]$/.exec(path) ?? [];
    return owner === style ? [[Number(index), node] as const] : [];
  });
}

/** More shapes are counted, not listed. */
const MAX_SHAPES = 4;

/** After the node that makes the outputs or, if that is a call of several lines, at its beginning. */
function shapeHint(
  { text }: PythonFile,
  node: Node,
  shapes: readonly (string | undefined)[] | undefined,
): Candidate {
  const isLong = node.kind === 'call' && text.slice(node.open, node.end).includes('\n');
  return {
    kind: 'outputShapes',
    at: isLong ? node.open + 1 : node.end,
    label: shapes && listOf(shapes),
    tooltip: phrase('The shape of the activations, in float32.'),
  };
}

function listOf(shapes: readonly (string | undefined)[]): Phrase | undefined {
  const [first, ...others] = shapes;
  if (shapes.length === 0 || shapes.includes(undefined)) return undefined;
  if (others.length > 0 && others.every((shape) => shape === first)) return `→ ${shapes.length} × ${first}`;
  const rest = shapes.length - MAX_SHAPES;
  const listed = `→ ${shapes.slice(0, MAX_SHAPES).join(', ')}`;
  return rest > 0 ? phrase('{0} and {1} more', listed, rest) : listed;
}
