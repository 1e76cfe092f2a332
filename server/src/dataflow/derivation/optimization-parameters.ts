import type { Parameter } from '../../catalogue';
import { fieldAt } from '../../configuration/json-paths';
import { camelCase } from '../../optimizers';
import { numberOf, truth } from '../calls/known-values';
import type { Inferred } from '../calls/types';
import { isCallable, isOfFile } from './callables';
import { converterOf, fieldPathOf, OPTIMIZATION_PARAMETERS, type Values } from './conversions';
import { type Draft, Refusal } from './draft';
import { type FieldArgument, markUnknown } from './field-argument';
import { NO_OBJECTS, refuseMisfit } from './misfits';
import type { EmbeddingPart, EmbeddingParts } from './parts';
import type { Tags } from './tags';

/** Writes the OptimizationParameters that the optimizer of a table sets. */
export function draftOptimizer(
  draft: Draft,
  argument: FieldArgument,
  parts: EmbeddingParts,
  tags: Tags,
): void {
  const part = parts.of(argument.type);
  const facts = part?.call.entry.optimizer;
  if (isOfFile(argument.value))
    throw new Refusal(
      'The optimizer of a table is of a class that the program defines, but TensorFlow accepts only its own (ValueError).',
      argument.node,
    );
  if (!part || !facts) {
    markUnknown(draft, '', argument);
    tags.lose();
    return;
  }
  draft.set(camelCase(facts.algorithm), {}, part.call.node.callee);
  draftArguments(draft, part, tags);
}

/** Writes the OptimizationParameters that the quantization of a table sets. */
export function draftQuantization(draft: Draft, argument: FieldArgument, parts: EmbeddingParts): void {
  const isThere = truth(argument.type);
  if (isThere === false) return;
  const part = parts.of(argument.type);
  if (isThere && (part ? part.call.entry.role !== 'quantization' : NO_OBJECTS.has(argument.type.kind)))
    throw new Refusal(
      `${argument.parameter?.name} is not a QuantizationConfig: it has no _set_optimization_parameters (AttributeError).`,
      argument.node,
    );
  if (part?.call.entry.role !== 'quantization') markUnknown(draft, 'simulatedQuantization', argument);
  else {
    draft.set('simulatedQuantization.enabled', true, part.call.node.callee);
    draftArguments(draft, part);
  }
}

/** Writes the fields that are set directly by arguments of a call. */
function draftArguments(draft: Draft, part: EmbeddingPart, tags?: Tags): void {
  const { call } = part;
  draft.madeBy(call);
  for (const parameter of call.entry.parameters) {
    const path = fieldPathOf(parameter);
    if (path === undefined) continue;
    const argument = part.argument(parameter);
    const needs = call.entry.parameters.find(({ name }) => name === parameter.needs);
    const needed = needs && part.argument(needs);
    const isOff = needed && truth(needed.type) === false;
    if (isOff || isZeroDecay(path, argument)) continue;
    refuseArgument(parameter, path, argument);
    const isRate = parameter.conversion === 'rate';
    const values =
      isRate && isCallable(argument.value)
        ? { '.dynamic': {} }
        : converterOf(parameter).read(argument.type, argument.typeOf);
    if (isUnknownRate(parameter, argument, values)) {
      markUnknown(draft, path, argument);
      tags?.lose();
      continue;
    }
    for (const [member, value] of Object.entries(values)) {
      const isUnknown =
        value === undefined || (needed && truth(needed.type) === undefined && truth(argument.type));
      if (isUnknown) markUnknown(draft, path + member, argument);
      else if (member !== '.dynamic') draft.set(path + member, value, argument.node);
      else draftTag(draft, path + member, argument, tags);
    }
  }
}

/** Throws if protobuf refuses an argument that is stored in a field directly or in parts. */
function refuseArgument(parameter: Parameter, path: string, argument: FieldArgument): void {
  const { conversion, default: usual, needs } = parameter;
  if (needs !== undefined || (usual === 'None' && argument.type.kind === 'none')) return;
  const { kind } = fieldAt(OPTIMIZATION_PARAMETERS, path) ?? {};
  if (conversion === 'limits' && argument.type.kind === 'tuple') {
    for (const element of argument.type.elements ?? []) {
      const type = argument.typeOf(element);
      if (type.kind !== 'none') refuseMisfit('float', { ...argument, type });
    }
  } else if (conversion === 'rate') {
    if (isCallable(argument.value) !== true) refuseMisfit('float', argument);
  } else if (kind && (!conversion || conversion === 'enabled'))
    // A number in a wrapper message may be left out.
    refuseMisfit(kind === 'message' ? 'float' : kind, argument);
}

/** Whether it is unknown if a rate is a number or a function. */
const isUnknownRate = ({ conversion }: Parameter, { type }: FieldArgument, values: Values) =>
  conversion === 'rate' && !NUMBERS.has(type.kind) && values['.dynamic'] === undefined;

const NUMBERS: ReadonlySet<Inferred['kind']> = new Set<Inferred['kind']>(['int', 'float', 'bool']);

/** A decay of 0 is left out. */
const isZeroDecay = (path: string, { type }: FieldArgument) =>
  path === 'weightDecayFactor' && numberOf(type) === 0;

function draftTag(draft: Draft, path: string, argument: FieldArgument, tags: Tags | undefined): void {
  draft.set(path, {}, argument.node);
  const tag = tags?.of(argument.value);
  if (tag !== undefined) draft.set(`${path}.tag`, tag, argument.node);
  else
    draft.setUnknown(
      `${path}.tag`,
      'It is not known which learning rates are the same function.',
      argument.node,
    );
}
