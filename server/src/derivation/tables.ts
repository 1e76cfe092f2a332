import type { Parameter } from '../catalogue';
import { fieldAt } from '../config/json-paths';
import { numberOf, truth, wholeNumber } from '../dataflow/argument-values';
import type { Value } from '../dataflow/evaluator';
import type { Inferred } from '../dataflow/types';
import { camelCase } from '../optimizers';
import { excerpt } from '../text/excerpt';
import { isCallable, isOfFile, sameCallable } from './callables';
import { converterOf, OPTIMIZATION_PARAMETERS, pathOf, type Values } from './conversions';
import { type Draft, Refusal } from './draft';
import { type GivenTo, leaveOpen, setScalar, setText } from './given';
import { NO_OBJECTS, refuseMisfit } from './misfits';
import type { Part, Parts } from './parts';
import type { Strategy } from './strategy';

/** More hosts than any slice of TPUs has: tables of so many rows are as long as they say. */
const MANY_HOSTS = 4096;

/** What the tables of an embedding object have in common. */
interface Surroundings {
  readonly parts: Parts;
  /** What the embedding object gives to tables without one. */
  readonly optimizer: GivenTo;
  readonly strategy: Strategy;
  readonly tags: Tags;
}

/** What a TableConfig becomes. */
export function draftTable(
  draft: Draft,
  table: Part,
  index: number,
  { parts, optimizer, strategy, tags }: Surroundings,
): void {
  draft.madeBy(table.call);
  const name = table.attribute('name');
  if (name.type.kind === 'none') draft.set('name', `table_${index}`, table.call.node.callee);
  else setText(draft, 'name', name);
  draftRows(draft, table.attribute('vocabulary_size'), strategy);
  const dimension = table.attribute('dim');
  refuseMisfit('dim', 'int32', dimension);
  refuseBelowOne('dim', dimension);
  setScalar(draft, 'dimension', dimension, numberOf(dimension.type));
  const parameters = draft.within('optimizationParameters');
  draftOptimizer(parameters, ownOr(table.attribute('optimizer'), optimizer), parts, tags);
  draftQuantization(parameters, table.attribute('quantization_config'), parts);
}

const ownOr = (own: GivenTo, other: GivenTo): GivenTo => (own.type.kind === 'none' ? other : own);

function refuseBelowOne(parameter: string, { type, node }: GivenTo): void {
  const value = wholeNumber(type);
  if (value !== undefined && value < 1n)
    throw new Refusal(
      `${parameter} is ${excerpt(String(value))}, but must be at least 1 (ValueError).`,
      node,
    );
}

/** A table has a row for each host at least. */
function draftRows(draft: Draft, given: GivenTo, { numHosts }: Strategy): void {
  refuseMisfit('vocabulary_size', 'int64', given);
  refuseBelowOne('vocabulary_size', given);
  const rows = wholeNumber(given.type);
  if (rows === undefined) leaveOpen(draft, 'vocabularySize', given);
  else if (numHosts !== undefined || rows >= MANY_HOSTS) {
    const least = BigInt(numHosts ?? 0);
    draft.set('vocabularySize', String(rows > least ? rows : least), given.node);
  } else
    draft.leaveOpen(
      'vocabularySize',
      `It is ${rows}, or the number of hosts if there are more of them, which is not known.`,
      given.node,
    );
}

/** The tags of the functions that give learning rates: their places among the distinct ones. */
export class Tags {
  private readonly functions: (Value | undefined)[] = [];
  private isCertain = true;

  /** Undefined where it is not known which of them are equal. */
  of(rate: Value | undefined): number | undefined {
    const same = this.functions.map((other) => sameCallable(rate, other));
    const found = same.indexOf(true);
    if (found < 0) this.functions.push(rate);
    // An earlier one may be equal to yet another.
    if (found < 0 && same.includes(undefined)) this.isCertain = false;
    return this.isCertain ? (found < 0 ? this.functions.length - 1 : found) : undefined;
  }

  /** Nothing is known of the tags from here on: any function may be among those of a table that is not known. */
  lose(): void {
    this.isCertain = false;
  }
}

function draftOptimizer(draft: Draft, given: GivenTo, parts: Parts, tags: Tags): void {
  const part = parts.of(given.type);
  const facts = part?.call.entry.optimizer;
  if (isOfFile(given.value))
    throw new Refusal(
      'The optimizer of a table is of a class that the program defines, but TensorFlow accepts only its own (ValueError).',
      given.node,
    );
  if (!part || !facts) {
    leaveOpen(draft, '', given);
    tags.lose();
    return;
  }
  draft.set(camelCase(facts.algorithm), {}, part.call.node.callee);
  draftArguments(draft, part, tags);
}

function draftQuantization(draft: Draft, given: GivenTo, parts: Parts): void {
  const isThere = truth(given.type);
  if (isThere === false) return;
  const part = parts.of(given.type);
  if (isThere && (part ? part.call.entry.role !== 'quantization' : NO_OBJECTS.has(given.type.kind)))
    throw new Refusal(
      'quantization_config is not a QuantizationConfig: it has no _set_optimization_parameters (AttributeError).',
      given.node,
    );
  if (part?.call.entry.role !== 'quantization') leaveOpen(draft, 'simulatedQuantization', given);
  else {
    draft.set('simulatedQuantization.enabled', true, part.call.node.callee);
    draftArguments(draft, part);
  }
}

/** The fields that the arguments of a call set by themselves. */
function draftArguments(draft: Draft, part: Part, tags?: Tags): void {
  const { call } = part;
  draft.madeBy(call);
  for (const parameter of call.entry.parameters) {
    const path = pathOf(parameter);
    if (path === undefined) continue;
    const given = part.attribute(parameter.name);
    const needed = parameter.needs === undefined ? undefined : part.attribute(parameter.needs);
    const isOff = needed && truth(needed.type) === false;
    if (isOff || isZeroDecay(path, given)) continue;
    refuseArgument(parameter, path, given);
    const isRate = parameter.conversion === 'rate';
    const values =
      isRate && isCallable(given.value)
        ? { '.dynamic': {} }
        : converterOf(parameter).read(given.type, given.typeOf);
    if (isRateOpen(parameter, given, values)) {
      leaveOpen(draft, path, given);
      tags?.lose();
      continue;
    }
    for (const [member, value] of Object.entries(values)) {
      const isOpen = value === undefined || (needed && truth(needed.type) === undefined && truth(given.type));
      if (isOpen) leaveOpen(draft, path + member, given);
      else if (member !== '.dynamic') draft.set(path + member, value, given.node);
      else draftTag(draft, path + member, given, tags);
    }
  }
}

/** Refuses what a parameter gets if protobuf does: it goes into the field as it is, or its parts do. */
function refuseArgument(parameter: Parameter, path: string, given: GivenTo): void {
  const { name, conversion, default: usual, needs } = parameter;
  if (needs !== undefined || (usual === 'None' && given.type.kind === 'none')) return;
  const { kind } = fieldAt(OPTIMIZATION_PARAMETERS, path) ?? {};
  if (conversion === 'limits' && given.type.kind === 'tuple') {
    for (const element of given.type.elements ?? []) {
      const type = given.typeOf(element);
      if (type.kind !== 'none') refuseMisfit(name, 'float', { type, node: given.node });
    }
  } else if (conversion === 'rate') {
    if (isCallable(given.value) !== true) refuseMisfit(name, 'float', given);
  } else if (kind && (!conversion || conversion === 'enabled'))
    // A number in a message of its own can be left out.
    refuseMisfit(name, kind === 'message' ? 'float' : kind, given);
}

/** Whether it is open if a rate is a number or a function. */
const isRateOpen = ({ conversion }: Parameter, { type }: GivenTo, values: Values) =>
  conversion === 'rate' && !NUMBERS.has(type.kind) && values['.dynamic'] === undefined;

const NUMBERS: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>(['int', 'float', 'bool']);

/** No decay is none at all. */
const isZeroDecay = (path: string, { type }: GivenTo) => path === 'weightDecayFactor' && numberOf(type) === 0;

function draftTag(draft: Draft, path: string, given: GivenTo, tags: Tags | undefined): void {
  draft.set(path, {}, given.node);
  const tag = tags?.of(given.value);
  if (tag !== undefined) draft.set(`${path}.tag`, tag, given.node);
  else
    draft.leaveOpen(`${path}.tag`, 'It is not known which learning rates are the same function.', given.node);
}
