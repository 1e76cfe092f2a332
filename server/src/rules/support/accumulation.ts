import { fieldOf, type Optimization } from '../../config/configuration';
import type { Problem } from '../rule';
import { valueSpan } from './spans';

/** Where gradient accumulation is switched off and how to switch it on, for what relies on it. */
export function accumulationOff({ message }: Optimization): Required<Pick<Problem, 'related' | 'fixes'>> {
  const span = valueSpan(fieldOf(message, 'gradient_accumulation_status')!);
  return {
    related: [{ span, message: 'Gradient accumulation is disabled here.' }],
    fixes: () => [
      { title: 'Enable gradient accumulation', edits: [{ span, newText: 'ENABLED' }], preferred: true },
    ],
  };
}
