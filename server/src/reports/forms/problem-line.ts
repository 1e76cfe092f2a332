import { type PlaceOf, placeText } from '../places';
import type { ReadProblem } from './form';

/** A line for people about an error that stops reading, or about a part that is not read. */
export function problemLine(
  { message, code, isByte, ...at }: ReadProblem,
  name: string,
  placeOf: PlaceOf,
  severity: 'error' | 'warning' = 'error',
): string {
  const place = isByte ? `${name}: byte ${at.start}` : placeText(name, placeOf(at));
  return `${place}: ${severity}: ${message}${code === undefined ? '' : ` [${code}]`}`;
}
