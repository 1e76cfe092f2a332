// A run as a small file: the table with its optimizer in text format, and the preview's state in a comment.
import { RUN_COMMENT } from '../../../server/src/languages/protocol';
import { isRecord } from '../../messages/shapes';
import { t } from './l10n';
import { restore, type SavedState } from './saved-state';
import { FED_RATE, type Overrides, type Setup, snakeCase } from './setup';

/** The parts of the state that make the run; the document has the rest. */
type RunState = Pick<SavedState, 'options' | 'comparison' | 'secondOverrides' | 'spot' | 'step'>;

const MESSAGE = 'tensorflow.tpu.TPUEmbeddingConfiguration.TableDescriptor';

/** The file of a run with these values of A; `sizes` are the table's, as far as they are known. */
export function runFile(
  { optimizationParameters, initial, fed }: Setup,
  { options, comparison, secondOverrides, spot, step }: RunState,
  sizes: { name?: string | undefined; vocabularySize?: number | undefined; dimension?: number | undefined },
): string {
  // No field of the message holds these.
  const starts = Object.entries(initial).map(([slot, value]) => [`initial.${slot}`, value] as const);
  const overrides: Overrides = { ...Object.fromEntries(starts), [FED_RATE]: fed.rate };
  const state = { overrides, secondOverrides, options, comparison, spot, step };
  return [
    `# proto-message: ${MESSAGE}`,
    `# ${t('A run of TPU Embedding Tools. "Preview training" above the optimizer shows it again, in VS Code and in the playground.')}`,
    RUN_COMMENT + JSON.stringify(state),
    ...fieldsOf({ ...sizes, optimizationParameters }),
    '',
  ].join('\n');
}

/** The state that a run's file brings; its overrides apply to A. */
export function runOfFile(run: Record<string, unknown>): RunState & { overrides: Overrides } {
  const { overrides, secondOverrides, options, comparison, spot, step } = restore(run);
  return { overrides, secondOverrides, options, comparison, spot, step };
}

/** A message as ProtoJSON, in lines of text format. */
const fieldsOf = (message: Record<string, unknown>): string[] =>
  Object.entries(message).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined)
      .flatMap((each) => fieldOf(name, each)),
  );

function fieldOf(name: string, value: unknown): string[] {
  if (isRecord(value)) return [`${snakeCase(name)} {`, ...fieldsOf(value).map((line) => `  ${line}`), '}'];
  if (name === 'name') return [`name: ${JSON.stringify(value)}`];
  if (WRAPPED.has(name)) return [`${name} { value: ${scalar(value)} }`];
  return [`${snakeCase(name)}: ${scalar(value)}`];
}

/** Fields of ClippingLimits, whose values ProtoJSON writes without the message around them. */
const WRAPPED: ReadonlySet<string> = new Set(['lower', 'upper']);

/** Enums are names, and so are the numbers that JSON does not have. */
const scalar = (value: unknown): string =>
  ({ NaN: 'nan', Infinity: 'inf', '-Infinity': '-inf' })[String(value)] ?? String(value);
