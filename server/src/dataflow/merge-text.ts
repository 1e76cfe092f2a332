import type { BindErrorCode, BoundMessage, BoundTree } from '../config/bind';

/** Text with these is read as it is written. */
const HARMLESS: ReadonlySet<BindErrorCode> = new Set<BindErrorCode>(['deprecated-field', 'float-overflow']);
/** Deeper messages are not read. */
const MAX_DEPTH = 64;

/** What a text says, if it is certain to be read. */
export function mergeable({ tree, root, errors }: BoundTree): BoundMessage | undefined {
  if (tree.sections.some(({ errors }) => errors.length > 0)) return undefined;
  for (const own of errors.values()) if (own.some(({ code }) => !HARMLESS.has(code))) return undefined;
  return isFollowed(root, 0) ? root : undefined;
}

/** Whether a text is not too deep, and holds neither extensions nor the contents of an Any, which do not matter here. */
function isFollowed({ type, fields }: BoundMessage, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  return fields.every(
    (field) =>
      type.fieldsByName.get(field.type.name) === field.type &&
      (field.type.kind !== 'message' ||
        field.values.every(({ value }) => typeof value !== 'object' || isFollowed(value, depth + 1))),
  );
}
