// The configurations that are built from a program, as JSON and as text.
import { LIBRARIES } from '../catalogue';
import type { DerivedConfiguration } from '../languages/answers';
import { type PlaceOf, placeText } from './places';

const OTHERS = Object.values(LIBRARIES)
  .filter(({ hasNoMessage }) => hasNoMessage)
  .map(({ title }) => title)
  .join(' or ');

/** The message for a program without a configuration, and that for one without such a message. */
export const nothingIn = (path: string) => notFound(path, `, no features that ${OTHERS} uses`);
export const noMessageIn = (path: string) => notFound(path);

const notFound = (path: string, more = '') =>
  `Found no TPUEmbedding in ${path}${more}, and no TPUEmbeddingConfiguration that it serializes, passes to an op or keeps in a top-level variable.`;

export function derivedJson(
  { library, message, made, unknown, origins, refused, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
) {
  return {
    at: { path, ...placeOf(call) },
    ...(library && { library }),
    ...(message && { message }),
    ...(made && { made }),
    unknown: unknown.map(({ at, ...field }) => ({ ...field, ...(at && placeOf(at)) })),
    origins: origins.map(({ at, ...field }) => ({ ...field, ...placeOf(at) })),
    ...(refused && { refused: { reason: refused.reason, ...placeOf(refused.at) } }),
  };
}

export function derivedText(
  { library = 'tensorflow', refused, lines: text, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
): string[] {
  const place = placeText(path, placeOf(refused?.at ?? call));
  if (refused) return [`# ${place}: ${LIBRARIES[library].title} refuses this: ${refused.reason}`, ''];
  return [`# ${place}`, ...text.map((line) => line.text), ''];
}
