import type { Parameter } from '../../catalogue';
import { fieldAt } from '../../configuration/json-paths';
import { camelCase } from '../../optimizers';
import { numberOf, truth } from '../calls/argument-values';
import type { Inferred } from '../calls/types';
import { isCallable, isOfFile } from './callables';
import { converterOf, OPTIMIZATION_PARAMETERS, pathOf, type Values } from './conversions';
import { type Draft, Refusal } from './draft';
import { type GivenTo, leaveOpen } from './given';
import { NO_OBJECTS, refuseMisfit } from './misfits';
import type { Part, Parts } from './parts';
import type { Tags } from './tags';

/** Writes what the optimizer of a table sets in its OptimizationParameters. */
export function draftOptimizer(draft: Draft, given: GivenTo, parts: Parts, tags: Tags): void {
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

/** Writes what the quantization of a table sets there. */
export function draftQuantization(draft: Draft, given: GivenTo, parts: Parts): void {
  const isThere = truth(given.type);
  if (isThere === false) return;
  const part = parts.of(given.type);
  if (isThere && (part ? part.call.entry.role !== 'quantization' : NO_OBJECTS.has(given.type.kind)))
    throw new Refusal(
      `${given.parameter?.name} is not a QuantizationConfig: it has no _set_optimization_parameters (AttributeError).`,
      given.node,
    );
  if (part?.call.entry.role !== 'quantization') leaveOpen(draft, 'simulatedQuantization', given);
  else {
    draft.set('simulatedQuantization.enabled', true, part.call.node.callee);
    draftArguments(draft, part);
  }
}

/** Writes the fields that are set directly by arguments of a call. */
function draftArguments(draft: Draft, part: Part, tags?: Tags): void {
  const { call } = part;
  draft.madeBy(call);
  for (const parameter of call.entry.parameters) {
    const path = pathOf(parameter);
    if (path === undefined) continue;
    const given = part.given(parameter);
    const needs = call.entry.parameters.find(({ name }) => name === parameter.needs);
    const needed = needs && part.given(needs);
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

/** Throws if protobuf refuses an argument that is stored in a field directly or in parts. */
function refuseArgument(parameter: Parameter, path: string, given: GivenTo): void {
  const { conversion, default: usual, needs } = parameter;
  if (needs !== undefined || (usual === 'None' && given.type.kind === 'none')) return;
  const { kind } = fieldAt(OPTIMIZATION_PARAMETERS, path) ?? {};
  if (conversion === 'limits' && given.type.kind === 'tuple') {
    for (const element of given.type.elements ?? []) {
      const type = given.typeOf(element);
      if (type.kind !== 'none') refuseMisfit('float', { ...given, type });
    }
  } else if (conversion === 'rate') {
    if (isCallable(given.value) !== true) refuseMisfit('float', given);
  } else if (kind && (!conversion || conversion === 'enabled'))
    // A number in a wrapper message may be left out.
    refuseMisfit(kind === 'message' ? 'float' : kind, given);
}

/** Whether it is unknown if a rate is a number or a function. */
const isRateOpen = ({ conversion }: Parameter, { type }: GivenTo, values: Values) =>
  conversion === 'rate' && !NUMBERS.has(type.kind) && values['.dynamic'] === undefined;

const NUMBERS: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>(['int', 'float', 'bool']);

/** A decay of 0 is left out. */
const isZeroDecay = (path: string, { type }: GivenTo) => path === 'weightDecayFactor' && numberOf(type) === 0;

function draftTag(draft: Draft, path: string, given: GivenTo, tags: Tags | undefined): void {
  draft.set(path, {}, given.node);
  const tag = tags?.of(given.value);
  if (tag !== undefined) draft.set(`${path}.tag`, tag, given.node);
  else
    draft.leaveOpen(`${path}.tag`, 'It is not known which learning rates are the same function.', given.node);
}
