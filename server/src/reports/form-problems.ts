import type { Problem } from '../forms/form';
import { type PlaceOf, placeText } from './places';

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
