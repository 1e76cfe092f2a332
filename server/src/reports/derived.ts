// The configurations that are built from a program, as JSON and as text.
import { LIBRARIES } from '../catalogue';
import type { DerivedConfiguration } from '../languages/answers';
import {
  devicesOf,
  type LibraryStack,
  libraryStacks,
  splitsSteps,
  stackAssumptions,
  stacksOn,
} from '../sizing/library-stacks';
import type { Slice } from '../sizing/slices';
import { buffersOf } from '../sizing/sparsecore/buffers';
import type { Stack } from '../sizing/sparsecore/stacks';
import type { SizedTables } from '../sizing/tables';
import { type PlaceOf, placeText } from './places';
import { stackJson } from './stacks';

const OTHERS = Object.values(LIBRARIES)
  .filter(({ hasNoMessage }) => hasNoMessage)
  .map(({ title }) => title)
  .join(' or ');

/** The message for a program without a configuration, and that for one without such a message. */
export const nothingIn = (path: string) => notFound(path, `, no features that ${OTHERS} uses`);
export const noMessageIn = (path: string) => notFound(path);

const notFound = (path: string, more = '') =>
  `Found no TPUEmbedding in ${path}${more}, and no TPUEmbeddingConfiguration that it serializes, passes to an op or keeps in a top-level variable.`;

/** Stacks are those on the slice, or else on the devices that the program names. */
export function derivedJson(
  { library, message, made, sizes, unknown, origins, refused, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
  slice?: Slice,
) {
  const found = sizes && stacksFor(sizes, slice);
  return {
    at: { path, ...placeOf(call) },
    ...(library && { library }),
    ...(message && { message }),
    ...(made && { made: { ...made, ...(found?.stacks && { stacks: found.stacks.map(stackJson) }) } }),
    ...(found?.stacks && { assumed: found.assumed }),
    unknown: [
      ...unknown.map(({ at, ...field }) => ({ ...field, ...(at && placeOf(at)) })),
      ...(found?.unknown === undefined ? [] : [{ path: 'stacks', reason: found.unknown }]),
    ],
    origins: origins.map(({ at, ...field }) => ({ ...field, ...placeOf(at) })),
    ...(refused && { refused: { reason: refused.reason, ...placeOf(refused.at) } }),
  };
}

/** Whether all of a configuration is known. */
export const isKnown = ({ unknown, sizes }: DerivedConfiguration, slice: Slice | undefined): boolean =>
  unknown.length === 0 && (sizes && stacksFor(sizes, slice))?.unknown === undefined;

export function derivedText(
  { library = 'tensorflow', refused, lines: text, sizes, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
  slice?: Slice,
): string[] {
  const place = placeText(path, placeOf(refused?.at ?? call));
  if (refused) return [`# ${place}: ${LIBRARIES[library].title} refuses this: ${refused.reason}`, ''];
  return [`# ${place}`, ...text.map((line) => line.text), ...stacksText(sizes, slice), ''];
}

/** Stacks as YAML, with what they assume or why they are not known as comments. */
function stacksText(sizes: SizedTables | undefined, slice: Slice | undefined): string[] {
  const found = sizes && stacksFor(sizes, slice);
  if (!found) return [];
  if (found.unknown !== undefined) return [`# stacks: unknown. ${found.unknown}`];
  return [
    ...found.assumed.map((sentence) => `# ${sentence}`),
    'stacks:',
    ...found.stacks.flatMap(({ name, rows, width, maxIds, maxUniqueIds, tables }) => [
      `  - name: ${JSON.stringify(name)}`,
      `    rows: ${rows}`,
      `    width: ${width}`,
      ...(maxIds ? [`    max_ids_per_partition: ${maxIds.inForce}`] : []),
      ...(maxUniqueIds ? [`    max_unique_ids_per_partition: ${maxUniqueIds.inForce}`] : []),
      '    tables:',
      ...tables.map(
        (table) =>
          `      - {name: ${JSON.stringify(table.name)}, row_offset: ${table.rowOffset}, rotation: ${table.rotation}}`,
      ),
    ]),
  ];
}

interface FoundStacks {
  readonly stacks: readonly (Stack | LibraryStack)[];
  readonly assumed: readonly string[];
  readonly unknown?: undefined;
}

/** Undefined if neither a slice nor the program says the number of devices. */
function stacksFor(
  sizes: SizedTables,
  slice: Slice | undefined,
): FoundStacks | { readonly stacks?: undefined; readonly unknown: string } | undefined {
  const { stacking } = sizes;
  if (!stacking) return undefined;
  const said = 'unknown' in stacking ? undefined : stacking.devices;
  if (slice?.generation.accelerator === 'V2') {
    const found = libraryStacks(sizes, slice)!;
    return 'unknown' in found
      ? found
      : { ...found, assumed: stackAssumptions(sizes, devicesOf(slice), `, as ${slice.name} has them`) };
  }
  const found = said && stacksOn(sizes, said);
  if (!found) return undefined;
  return 'unknown' in found
    ? found
    : {
        stacks: found.stacks.map((stack) => ({
          ...stack,
          buffers: buffersOf(stack, said, splitsSteps(sizes)),
        })),
        assumed: stackAssumptions(sizes, said, ', which the program names'),
      };
}
