import { catalogue } from './catalogue';
import type { Entry } from './types';

export { displayName } from './names';
export { relevant } from './relevant';
export {
  type Argument,
  activeParameter,
  type Binding,
  bindArguments,
  type Problem,
  type SignatureLabel,
  signatureLabel,
} from './signature';
export type * from './types';

/** What a fully qualified Python name stands for, such as `tensorflow.compat.v1.raw_ops.SendTPUEmbeddingGradients`. */
export function findEntry(qualifiedName: string): Entry | undefined {
  return catalogue().byName.get(canonicalPackage(qualifiedName))?.entry();
}

/** What is known below a module or class, by the name it has there; empty where the path is unknown. */
export function members(path: string): ReadonlyMap<string, Entry> {
  const sources = catalogue().byParent.get(canonicalPackage(path)) ?? [];
  return new Map([...sources].map(([name, source]) => [name, source.entry()]));
}

/** All there is, each entry once. */
export function allEntries(): readonly Entry[] {
  return catalogue().sources.map((source) => source.entry());
}

/** `tensorflow.compat.v1.compat.v2.…` exists, and is `tensorflow.compat.v2.…`. */
function canonicalPackage(name: string): string {
  return name.replace(/^tensorflow(?:\.compat\.v[12])+(?=\.compat\.v[12]\b)/, 'tensorflow');
}
