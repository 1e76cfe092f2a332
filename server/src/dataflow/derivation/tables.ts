import { excerpt } from '../../basics/excerpt';
import { numberOf, wholeNumber } from '../calls/known-values';
import { defaultName } from '../libraries/table-names';
import { type Draft, Refusal } from './draft';
import { type FieldArgument, markUnknown, setScalar, setText } from './field-argument';
import { refuseMisfit } from './misfits';
import { draftOptimizer, draftQuantization } from './optimization-parameters';
import type { EmbeddingPart, EmbeddingParts } from './parts';
import type { Strategy } from './strategy';
import type { Tags } from './tags';

/** More hosts than any TPU slice has: TensorFlow never enlarges tables with so many rows. */
const MANY_HOSTS = 4096;

/** Facts that all tables of an embedding object share. */
interface Shared {
  readonly parts: EmbeddingParts;
  /** The optimizer of the embedding object, for tables without one. */
  readonly optimizer: FieldArgument;
  readonly strategy: Strategy;
  readonly tags: Tags;
}

/** Writes the table descriptor for a TableConfig. */
export function draftTable(
  draft: Draft,
  table: EmbeddingPart,
  index: number,
  { parts, optimizer, strategy, tags }: Shared,
): void {
  draft.madeBy(table.call);
  const name = table.attribute('name');
  if (name.type.kind === 'none') draft.set('name', defaultName(index), table.call.node.callee);
  else setText(draft, 'name', name);
  draftRows(draft, table.attribute('vocabulary_size'), strategy);
  const dimension = table.attribute('dimension');
  refuseMisfit('int32', dimension);
  refuseTooSmall(dimension);
  setScalar(draft, 'dimension', dimension, numberOf(dimension.type));
  const parameters = draft.within('optimizationParameters');
  draftOptimizer(parameters, ownOr(table.attribute('optimization_parameters'), optimizer), parts, tags);
  draftQuantization(parameters, table.attribute('simulated_quantization'), parts);
}

const ownOr = (argument: FieldArgument, other: FieldArgument): FieldArgument =>
  argument.type.kind === 'none' ? other : argument;

/** Throws if a number is below the least that the catalogue says TensorFlow accepts. */
function refuseTooSmall({ parameter, type, node }: FieldArgument): void {
  const least = parameter?.type.of === 'int' ? parameter.type.accepts?.min : undefined;
  const value = wholeNumber(type);
  if (parameter && least !== undefined && value !== undefined && value < least)
    throw new Refusal(
      `${parameter.name} is ${excerpt(String(value))}, but must be at least ${least} (ValueError).`,
      node,
    );
}

/** Writes the number of rows, which is at least one for each host. */
function draftRows(draft: Draft, argument: FieldArgument, { numHosts }: Strategy): void {
  refuseMisfit('int64', argument);
  refuseTooSmall(argument);
  const rows = wholeNumber(argument.type);
  if (rows === undefined) markUnknown(draft, 'vocabularySize', argument);
  else if (numHosts !== undefined || rows >= MANY_HOSTS) {
    const least = BigInt(numHosts ?? 0);
    draft.set('vocabularySize', String(rows > least ? rows : least), argument.node);
  } else
    draft.setUnknown(
      'vocabularySize',
      `It is ${rows}, or the number of hosts if there are more of them, which is not known.`,
      argument.node,
    );
}
