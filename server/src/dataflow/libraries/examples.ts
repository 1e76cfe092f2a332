import type { Value } from '../../evaluator';
import { dictFrom, listOf } from '../../evaluator/containers';
import { itemsOf, numberOf, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { isPlain } from '../calls/structure';
import { type Inferred, tensorFacts } from '../calls/types';
import { about } from './by-package';
import { unknownSizes } from './partial-shapes';
import { dtypeOfConstant, tensor } from './specs';

const PARSERS = /^tensorflow\.(?:compat\.v[12]\.)?(?:io\.)?parse_(single_)?example$/;
const FEATURES =
  /^tensorflow\.(?:compat\.v[12]\.)?(?:io\.)?(FixedLen|VarLen|FixedLenSequence|Ragged|Sparse)Feature$/;

/** What `tf.io.parse_example` makes of records: a dict with a tensor for each feature that it is told of. */
export const exampleParsed = about<Value>(
  (name) => PARSERS.test(name),
  (name, given, node, ev) => {
    const [, single] = PARSERS.exec(name)!;
    const [, features = given.keywords.get('features')] = given.positional;
    if (given.hasUnknownArguments || features?.kind !== 'dict' || !isPlain(features)) return undefined;
    const { known, hasUnknownEntries } = features.cell.content;
    const parsed = new Map(
      [...known].map(([id, { key, value }]) => [
        id,
        { key, value: parsedAs(value, single !== undefined, node) },
      ]),
    );
    return dictFrom(ev, parsed, node, hasUnknownEntries);
  },
);

/** What `tf.io.decode_csv` makes of lines: a list with a tensor for each column that it has a default or a dtype for. */
export const rowParsed = about<Value>(
  (name) => CSV.test(name),
  (_name, given, node, ev) => {
    if (given.hasUnknownArguments) return undefined;
    const { positional, keywords } = given;
    const [records = keywords.get('records'), defaults = keywords.get('record_defaults')] = positional;
    const shape = records?.kind === 'str' ? [] : tensorFacts(records)?.shape;
    const columns = itemsOf(defaults)?.map((column) => tensor(dtypeOfColumn(column), shape, node));
    return columns && listOf(ev, columns, node);
  },
);

const CSV = /^tensorflow\.(?:compat\.v[12]\.)?(?:io\.)?decode_csv$/;

function dtypeOfColumn(column: Value): string | undefined {
  const [only] = column.kind === 'list' || column.kind === 'tuple' ? (itemsOf(column) ?? []) : [column];
  return (only && DTYPES[only.kind]) ?? dtypeOfConstant(only);
}

const DTYPES: Readonly<Partial<Record<Value['kind'], string>>> = {
  int: 'int32',
  float: 'float32',
  str: 'string',
};

function parsedAs(feature: Value, isSingle: boolean, node: Node): Value {
  const kind = feature.kind === 'made' ? FEATURES.exec(feature.callee)?.[1] : undefined;
  if (feature.kind !== 'made' || kind === undefined) return unknown(node, 'call');
  const { positional, keywords } = feature.given;
  if (kind === 'FixedLen') {
    const [shape = keywords.get('shape'), dtype = keywords.get('dtype')] = positional;
    const sizes = itemsOf(shape)?.map(numberOf);
    return tensor(dtypeOfConstant(dtype), sizes && [...(isSingle ? [] : [undefined]), ...sizes], node);
  }
  if (kind === 'FixedLenSequence')
    return tensor(dtypeOfConstant(positional[1] ?? keywords.get('dtype')), undefined, node);
  // Without partitions, the values of a single record are a tensor.
  if (kind === 'Ragged' && isSingle && !keywords.has('partitions') && positional.length < 3)
    return tensor(dtypeOfConstant(positional[0] ?? keywords.get('dtype')), [undefined], node);
  const facts: Inferred = {
    kind: 'object',
    name: kind === 'Ragged' ? 'RaggedTensor' : 'SparseTensor',
    sizes: kind === 'VarLen' ? unknownSizes(isSingle ? 1 : 2) : undefined,
  };
  return { kind: 'made', callee: feature.callee, given: { ...feature.given }, facts, node };
}
