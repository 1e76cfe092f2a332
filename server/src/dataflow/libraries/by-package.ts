import { oncePerName } from '../../basics/once';
import type { OfCall } from '../../evaluator';

/** Something that is asked about calls, perhaps about those of some names only. */
export interface OfNames<T> extends OfCall<T> {
  readonly knows?: (name: string) => boolean;
}

/** Something that has an answer for calls of some names only, and is not asked about others. */
export const about = <T>(knows: (name: string) => boolean, of: OfCall<T>): OfNames<T> =>
  Object.assign(of, { knows });

/** Those that know calls of a name: some of every package, and others by the package that it begins with. */
export function byPackage<T>(
  known: Readonly<Record<string, readonly OfNames<T>[]>>,
  ofAll: readonly OfNames<T>[] = [],
): (name: string) => readonly OfCall<T>[] {
  const packages = new Map(Object.entries(known));
  return oncePerName((name) => knowing(name, [...ofAll, ...(packages.get(name.split('.', 1)[0]!) ?? [])]));
}

/** Those that know calls of a name. */
export const knowing = <T>(name: string, all: readonly OfNames<T>[]): readonly OfCall<T>[] =>
  all.filter(({ knows }) => knows?.(name) ?? true);
