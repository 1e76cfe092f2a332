// The configurations that TensorFlow builds from a program, as JSON and as text.
import type { DerivedConfiguration } from '../languages/answers';
import { type PlaceOf, placeText } from './places';

/** The message for a program without a configuration. */
export const nothingIn = (path: string) =>
  `Found no TPUEmbedding in ${path}, and no TPUEmbeddingConfiguration that it serializes, passes to an op or keeps in a top-level variable.`;

export function derivedJson(
  { message, unknown, origins, refused, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
) {
  return {
    at: { path, ...placeOf(call) },
    ...(message && { message }),
    unknown: unknown.map(({ at, ...field }) => ({ ...field, ...(at && placeOf(at)) })),
    origins: origins.map(({ at, ...field }) => ({ ...field, ...placeOf(at) })),
    ...(refused && { refused: { reason: refused.reason, ...placeOf(refused.at) } }),
  };
}

export function derivedText(
  { refused, lines: text, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
): string[] {
  const place = placeText(path, placeOf(refused?.at ?? call));
  if (refused) return [`# ${place}: TensorFlow refuses this: ${refused.reason}`, ''];
  return [`# ${place}`, ...text.map((line) => line.text), ''];
}
