import type { Arguments, Evaluator, Value } from '../../evaluator';
import { dictOf } from '../../evaluator/containers';
import { entries } from '../../evaluator/join';
import { itemsOf, numberOf, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { isPlain } from '../calls/structure';
import type { Inferred } from '../calls/types';
import { dtypeNamed, tensor } from './datasets';

const PARSERS = /^tensorflow\.(?:compat\.v[12]\.)?(?:io\.)?parse_(single_)?example$/;
const FEATURES =
  /^tensorflow\.(?:compat\.v[12]\.)?(?:io\.)?(FixedLen|VarLen|FixedLenSequence|Ragged|Sparse)Feature$/;

/** What `tf.io.parse_example` makes of records: a dict with a tensor for each feature that it is told of. */
export function exampleParsed(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
  const [whole, single] = PARSERS.exec(name) ?? [];
  const [, features = given.keywords.get('features')] = given.positional;
  if (whole === undefined || given.hasUnknownArguments || features?.kind !== 'dict' || !isPlain(features))
    return undefined;
  const { known, hasUnknownEntries } = features.cell.content;
  const parsed = new Map(
    [...known].map(([id, { key, value }]) => [
      id,
      { key, value: parsedAs(value, single !== undefined, node) },
    ]),
  );
  return { ...dictOf(ev, node), cell: entries(ev.state, { known: parsed, hasUnknownEntries }) };
}

function parsedAs(feature: Value, isSingle: boolean, node: Node): Value {
  const kind = feature.kind === 'made' ? FEATURES.exec(feature.callee)?.[1] : undefined;
  if (feature.kind !== 'made' || kind === undefined) return unknown(node, 'call');
  const { positional, keywords } = feature.given;
  if (kind === 'FixedLen') {
    const [shape = keywords.get('shape'), dtype = keywords.get('dtype')] = positional;
    const sizes = itemsOf(shape)?.map(numberOf);
    return tensor(dtypeNamed(dtype), sizes && [...(isSingle ? [] : [undefined]), ...sizes], node);
  }
  if (kind === 'FixedLenSequence')
    return tensor(dtypeNamed(positional[1] ?? keywords.get('dtype')), undefined, node);
  const facts: Inferred = { kind: 'object', name: kind === 'Ragged' ? 'RaggedTensor' : 'SparseTensor' };
  return { kind: 'made', callee: feature.callee, given: { ...feature.given }, facts, node };
}
