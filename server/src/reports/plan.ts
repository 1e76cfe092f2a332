// The memory of tables, and whether they fit into a TPU slice, for each configuration in a file.
import { anyOf } from '../basics/listed';
import { LIBRARIES } from '../catalogue';
import type { Strategy } from '../dataflow/derivation/strategy';
import type { Analysis } from '../languages/language';
import type { Snapshot } from '../languages/snapshot';
import { sizedConfigurations } from '../languages/textproto/sized';
import { slicesNamedIn } from '../sizing/assumed-devices';
import type { LimitsCall } from '../sizing/limit-calls';
import { type Plan, planOf, smallestSlices } from '../sizing/plan';
import type { Slice } from '../sizing/slices';
import { sourcesOf } from '../sizing/sources';
import type { SizedTables } from '../sizing/tables';
import { type PlaceInFile, type PlaceOf, placeText } from './places';
import { stackJson } from './stacks';

/** A configuration of a file. */
export interface Sized {
  readonly title: string;
  readonly sizes: SizedTables;
  /** Notes for people, shown first. */
  readonly notes?: readonly string[];
  /** For a program: where it is made. */
  readonly at?: PlaceInFile & { readonly path: string };
  /** The calls that take limits of ids, each with its place as text. */
  readonly limits?: readonly PlacedCall[];
}

export type PlacedCall = LimitsCall & { readonly place: string };

export interface Planned extends Sized {
  readonly plan: Plan;
}

/** The configuration in a text; none if it holds another message. */
export function sizedInText(path: string, snapshot: Snapshot, isValid: boolean): Sized[] {
  const notes = isValid ? [] : ['The configuration has errors, so the figures may be wrong.'];
  return sizedConfigurations(snapshot).flatMap(({ sizes }) => (sizes ? [{ title: path, sizes, notes }] : []));
}

/** The configurations that are built from a program, and why others are refused. */
export function sizedInProgram(
  path: string,
  analysis: Analysis,
  placeOf: PlaceOf,
  strategy: Strategy,
): { readonly found: readonly Sized[]; readonly refused: readonly string[] } {
  const found: Sized[] = [];
  const refusals: string[] = [];
  for (const { library = 'tensorflow', sizes, refused, limits = [], ...call } of analysis.sizes(strategy)) {
    const at = placeOf(refused?.at ?? call);
    const title = placeText(path, at);
    const calls = limits.map((each) => ({ ...each, place: placeText(path, placeOf(each)) }));
    if (sizes) found.push({ title, sizes, at: { path, ...at }, limits: calls });
    else refusals.push(`${title}: ${LIBRARIES[library].title} refuses this: ${refused?.reason}`);
  }
  return { found, refused: refusals };
}

/** The plan for a slice, or else for the devices that a program names: where several slices have these, for one that holds the tables. */
export function plannedOn(sized: Sized, slice: Slice | undefined): Planned {
  const alike = slice ? [] : slicesNamedIn(sized.sizes);
  const plans = (alike.length === 0 ? [slice] : alike).map((each) => planOf(sized.sizes, each));
  const plan = plans.find(({ fits }) => fits !== false) ?? plans[0]!;
  const names = alike.map(({ name }) => name);
  const devices = names.length === 0 ? [] : [`The program names devices as ${anyOf(names)} has them.`];
  return { ...sized, plan: { ...plan, notes: [...(sized.notes ?? []), ...devices, ...plan.notes] } };
}

/** Several plans become a list. A single one is not in a list. */
export function plannedJson(planned: readonly Planned[]) {
  const output = planned.map(({ at, sizes, plan }) => ({ ...planJson(plan, sizes), ...(at && { at }) }));
  return output.length === 1 ? output[0] : { configurations: output };
}

function planJson({ slice, fits, notes, perDevice, perHost, stacks, ...rest }: Plan, sizes: SizedTables) {
  return {
    ...(slice && { tpu: slice.name, ...(fits !== undefined && { fits }) }),
    ...((slice || notes.length > 0) && { notes }),
    ...(perDevice && { perDevice }),
    ...(perHost && { perHost }),
    ...rest,
    ...(stacks && { stacks: stacks.map(stackJson) }),
    smallest: smallestSlices(sizes).map(({ slice: { name }, isCertain }) => ({ tpu: name, isCertain })),
    sources: sourcesOf(slice, sizes.sparseCoreTrainer),
  };
}
