import { fieldOf, type Optimization } from '../../configuration/configuration';
import type { Problem } from '../rule';
import { fix, LIKELY } from './fixes';
import { valueSpan } from './spans';

/** Related place and fix for a rule that needs gradient accumulation: where it is disabled, and how to enable it. */
export function accumulationOff({ message }: Optimization): Required<Pick<Problem, 'related' | 'fixes'>> {
  const span = valueSpan(fieldOf(message, 'gradient_accumulation_status')!);
  return {
    related: [{ span, message: 'Gradient accumulation is disabled here.' }],
    fixes: () => [fix('Enable gradient accumulation', { span, newText: 'ENABLED' }, LIKELY)],
  };
}
