import { type PlaceOf, placeText } from '../reports/places';
import type { Problem } from './form';

/** What keeps a form from being read, or is not read of it, with its place. */
export function formProblem(
  { message, code, isByte, ...at }: Problem,
  name: string,
  placeOf: PlaceOf,
  severity: 'error' | 'warning' = 'error',
): string {
  const place = isByte ? `${name}: byte ${at.start}` : placeText(name, placeOf(at));
  return `${place}: ${severity}: ${message}${code === undefined ? '' : ` [${code}]`}`;
}
