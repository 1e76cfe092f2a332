// Calls of functions of TensorFlow whose `input_signature` says which tensors they take.
import { excerpt } from '../../basics/excerpt';
import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { completed } from '../../evaluator/calls';
import { refused } from '../../evaluator/refusals';
import { type DictValue, itemsOf, numberOf } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import { isPlain } from '../calls/structure';
import { differ, type Shape, tensorFacts } from '../calls/types';
import { mayBePartial, partialKind } from './op-outputs';
import { partialDtypeOf } from './partial-dtypes';
import { sizesOf } from './partial-shapes';
import { dtypeOf, SPEC } from './specs';
import { RUNS_EAGERLY, signatureOfGraph } from './strategies';
import { shapeText } from './tensor-shapes';

const MAX_DEPTH = 8;

/** Why a call does not fit the `input_signature` of what it calls. */
export function refusedBySignature(callee: Value, given: Arguments, ev: Evaluator): Failure | undefined {
  const bound = unbound(callee, given);
  const signature = bound && signatureOfGraph(bound.callee, ev);
  // Where functions are run as they are, their signature is not read.
  if (!signature || textMatches(ev.tree, RUNS_EAGERLY)) return undefined;
  const { specs, names } = signature;
  const { positional, keywords } = bound.given;
  for (const [i, spec] of specs.entries()) {
    const name = names[i];
    const value = positional[i + signature.first] ?? (name === undefined ? undefined : keywords.get(name));
    const problem = value && problemOf(spec, value);
    if (problem !== undefined)
      return refused(
        `${name === undefined ? 'An argument' : `\`${excerpt(name)}\``}${problem} by the \`input_signature\``,
      );
  }
  return undefined;
}

/** A call with the arguments that are bound already, as those of a method are. */
function unbound(callee: Value, given: Arguments): { callee: Value; given: Arguments } | undefined {
  let at = callee;
  let all = given;
  while (at.kind === 'partial') {
    all = completed(at.given, all);
    at = at.callee;
  }
  return all.hasUnknownArguments ? undefined : { callee: at, given: all };
}

/** What is wrong with a value for a description of tensors, as the end of a sentence. */
function problemOf(spec: Value, value: Value, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  switch (spec.kind) {
    case 'dict':
      return value.kind === 'dict' ? problemOfDict(spec, value, depth) : undefined;
    case 'list':
    case 'tuple':
      return value.kind === spec.kind ? problemOfItems(spec, value, depth) : undefined;
    default:
      return problemOfTensor(spec, value);
  }
}

function problemOfDict(spec: DictValue, value: DictValue, depth: number): string | undefined {
  const [wanted, actual] = [spec.cell.content, value.cell.content];
  if (![spec, value].every(isPlain) || wanted.hasUnknownEntries || actual.hasUnknownEntries) return undefined;
  for (const [id, { key, value: part }] of wanted.known) {
    const found = actual.known.get(id);
    const name = key.kind === 'str' && key.value !== undefined ? ` \`${excerpt(key.value)}\`` : '';
    if (!found) return ` lacks the key${name} that it must have`;
    const problem = problemOf(part, found.value, depth + 1);
    if (problem !== undefined) return name === '' ? problem : ` at${name}${problem}`;
  }
  const more = [...actual.known].find(([id]) => !wanted.known.has(id))?.[1].key;
  if (!more) return undefined;
  return more.kind === 'str' && more.value !== undefined
    ? ` has the key \`${excerpt(more.value)}\`, which it may not have`
    : ' has a key that it may not have';
}

function problemOfItems(spec: Value, value: Value, depth: number): string | undefined {
  const [wanted, actual] = [itemsOf(spec), itemsOf(value)];
  if (!wanted || !actual) return undefined;
  if (wanted.length !== actual.length)
    return ` holds ${actual.length} values, but must hold ${wanted.length}`;
  for (const [i, part] of wanted.entries()) {
    const problem = problemOf(part, actual[i]!, depth + 1);
    if (problem !== undefined) return ` at ${i}${problem}`;
  }
  return undefined;
}

function problemOfTensor(spec: Value, value: Value): string | undefined {
  if (spec.kind !== 'made' || spec.given.hasUnknownArguments) return undefined;
  const [name, form = ''] = SPEC.exec(spec.callee) ?? [];
  const facts = tensorFacts(value);
  const partial = partialKind(value);
  const kind = partial ?? (facts ? 'Tensor' : undefined);
  if (name === undefined || kind === undefined) return undefined;
  if (kind !== `${form}Tensor` && (partial || !mayBePartial(value)))
    return ` is a ${kind}, but must be a ${form}Tensor`;
  const { positional, keywords } = spec.given;
  const wanted = dtypeOf(positional[1] ?? keywords.get('dtype'));
  const dtype = facts?.dtype ?? partialDtypeOf(value);
  if (wanted !== undefined && dtype !== undefined && wanted !== dtype)
    return ` is of the dtype ${dtype}, but must be of ${wanted}`;
  const shape: Shape | undefined = itemsOf(positional[0] ?? keywords.get('shape'))?.map(numberOf);
  const actual = facts ? facts.shape : sizesOf(value);
  return actual && shape && differ(shape, actual)
    ? ` has the shape ${shapeText(actual)}, but must have ${shapeText(shape)}`
    : undefined;
}
