import { type PlaceOf, placeText } from '../places';
import type { Problem } from './form';

/** A message, with its place, for an error that stops reading or for a part that is not read. */
export function formProblem(
  { message, code, isByte, ...at }: Problem,
  name: string,
  placeOf: PlaceOf,
  severity: 'error' | 'warning' = 'error',
): string {
  const place = isByte ? `${name}: byte ${at.start}` : placeText(name, placeOf(at));
  return `${place}: ${severity}: ${message}${code === undefined ? '' : ` [${code}]`}`;
}
