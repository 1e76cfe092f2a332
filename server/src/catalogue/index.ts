export { CONTAINER_CLASS } from './protobuf';
export { messageMembers, ownersBelow, repeatedMembers } from './tensorflow/message-members';

import { oncePerName } from '../basics/once';
import { allEntries, catalogue } from './catalogue';
import { displayName, LIBRARIES, libraryOf } from './libraries';
import { embeddingId, lastPart, parentPath } from './names';
import type { Entry } from './types';

export { callText, exampleOf, simplestNumber } from './example';
export {
  entryIn,
  hasCome,
  hasGone,
  isEndedName,
  isLacking,
  type Lifetime,
  lifetimeOf,
  lifetimeText,
  parameterLifetime,
  pastParameters,
} from './lifetimes';
export { relevant } from './relevant';
export { callableIn, classesOf, isFor, isInstance, isPublic, lacksAttribute, parameterFor } from './sets';
export {
  type Argument,
  type ArgumentProblem,
  activeParameter,
  type Binding,
  bindArguments,
  indexFor,
  positionFor,
  type SignatureLabel,
  signatureLabel,
  signatureParts,
} from './signature';
export { inRange, rangeText, typeText } from './type-text';
export type * from './types';
export { allEntries, displayName, embeddingId, LIBRARIES, libraryOf };

const MESSAGE = 'google.protobuf.message.Message';

/** The entry for a fully qualified Python name, such as `tensorflow.compat.v1.raw_ops.SendTPUEmbeddingGradients`. */
export const findEntry = oncePerName((qualifiedName): Entry | undefined => {
  const { byName } = catalogue();
  const name = canonicalPackage(qualifiedName);
  const source = byName.get(name);
  if (source) return source.entry();
  // All message classes share the methods of one.
  return byName.get(parentPath(name))?.entry().message === undefined
    ? undefined
    : byName.get(`${MESSAGE}.${lastPart(name)}`)?.entry();
});

let lastParts: ReadonlySet<string> | undefined;

/** Whether any known dotted name ends in this name: a fast test for names that are not in the catalogue. */
export function isKnownName(name: string): boolean {
  lastParts ??= new Set([...catalogue().byName.keys()].map(lastPart));
  return lastParts.has(name);
}

/** Whether a dotted name is in the catalogue, or is a package or module that contains such a name. */
export const isKnownPath = (name: string): boolean => catalogue().byName.has(canonicalPackage(name));

/** Whether a name may mean an entry that rules or features judge, independent of what it belongs to. */
export const isJudgedName = (name: string): boolean => catalogue().judgedNames.has(name);

/** The known members of a module or class, by their names there; empty if the path is unknown. */
export function members(path: string): ReadonlyMap<string, Entry> {
  const sources = catalogue().byParent.get(canonicalPackage(path)) ?? [];
  return new Map([...sources].map(([name, source]) => [name, source.entry()]));
}

/** `tensorflow.compat.v1.compat.v2.…` exists, and is `tensorflow.compat.v2.…`. */
function canonicalPackage(name: string): string {
  return name.startsWith('tensorflow.compat.')
    ? name.replace(/^tensorflow(?:\.compat\.v[12])+(?=\.compat\.v[12]\b)/, 'tensorflow')
    : name;
}
