import { oncePerName } from '../../basics/once';
import type { OfCall } from '../../evaluator';

/** Those that know calls of a name, by the package that it begins with. */
export function byPackage<T>(
  known: Readonly<Record<string, readonly OfCall<T>[]>>,
): (name: string) => readonly OfCall<T>[] {
  const packages = new Map(Object.entries(known));
  return oncePerName((name) => packages.get(name.split('.', 1)[0]!) ?? []);
}
