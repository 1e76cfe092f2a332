// Run B, which is compared with run A.
import { optimizerNamed } from '../../../server/src/optimizers';
import { isLibraryOptimizer } from '../../messages/messages';
import {
  type Guard,
  isBoolean,
  isNumber,
  isRecord,
  isString,
  literal,
  optional,
  recordOf,
  shape,
} from '../../messages/shapes';
import { t } from './l10n';
import { isHardware, isSchedule } from './options';
import type { Choice } from './run';
import { accumulates, optimizerOf, type Setup, usualSetup, withOtherAccumulation } from './setup';

export type Comparison =
  | { kind: 'none' }
  /** The values in the document, without the changes made in the preview. */
  | { kind: 'document' }
  /** The same run with gradient accumulation switched. */
  | { kind: 'accumulation' }
  /** The same run on the other hardware. */
  | { kind: 'hardware' }
  /** Another optimizer with usual values. */
  | { kind: 'optimizer'; name: string }
  /** A run as it was when it was pinned. */
  | { kind: 'pinned'; choice: Choice };

/** The choice that B runs with; undefined if nothing is compared. */
export function secondChoice(comparison: Comparison, first: Choice, document: Setup): Choice | undefined {
  switch (comparison.kind) {
    case 'none':
      return undefined;
    case 'document':
      return { ...first, setup: document };
    case 'accumulation':
      return { ...first, setup: withOtherAccumulation(first.setup) };
    case 'hardware':
      return { ...first, hardware: otherHardware(first) };
    case 'optimizer':
      return { ...first, setup: usualSetup(comparison.name, first.setup) };
    case 'pinned':
      return comparison.choice;
  }
}

const otherHardware = ({ hardware }: Choice): Choice['hardware'] =>
  hardware === 'sparsecore' ? 'tpu-embedding' : 'sparsecore';

/** A short title of run B. */
export function titleOf(comparison: Comparison, first: Choice): string {
  const titles: Record<Comparison['kind'], string> = {
    none: '',
    document: t('as in the document'),
    accumulation: accumulates(first.setup) ? t('without accumulation') : t('with accumulation'),
    hardware: otherHardware(first) === 'sparsecore' ? t('on SparseCores') : t('with TPUEmbedding'),
    optimizer: optimizerNamed(comparison.kind === 'optimizer' ? comparison.name : '')?.title ?? '',
    pinned: t(
      'kept {0}',
      comparison.kind === 'pinned' ? (optimizerOf(comparison.choice.setup)?.title ?? '') : '',
    ).trim(),
  };
  return titles[comparison.kind];
}

const isSetup = shape({
  optimizationParameters: isRecord,
  optimizer: optional(isLibraryOptimizer),
  initial: recordOf(isNumber),
  fed: shape({ rate: isNumber, step: optional(isBoolean) }),
});
const isChoice = shape({
  setup: isSetup,
  schedule: isSchedule,
  biasCorrection: isBoolean,
  pipelined: isBoolean,
  hardware: isHardware,
});
const GUARDS: Guard<Comparison>[] = [
  shape({ kind: literal('none') }),
  shape({ kind: literal('document') }),
  shape({ kind: literal('accumulation') }),
  shape({ kind: literal('hardware') }),
  shape({ kind: literal('optimizer'), name: isString }),
  shape({ kind: literal('pinned'), choice: isChoice }),
];

/** Accepts a comparison saved in an earlier session. */
export const isComparison: Guard<Comparison> = (value): value is Comparison =>
  GUARDS.some((guard) => guard(value)) &&
  ((value as Comparison).kind !== 'optimizer' ||
    optimizerNamed((value as { name: string }).name) !== undefined);
