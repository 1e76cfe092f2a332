import { once } from '../../basics/once';
import type { BindErrorCode, BoundMessage, BoundTree } from '../../configuration/bind';

/** Problems with which a text is still read as it is written. */
const HARMLESS: ReadonlySet<BindErrorCode> = new Set<BindErrorCode>(['deprecated-field', 'float-overflow']);
/** Deeper messages are not read. */
const MAX_DEPTH = 64;

/** The message of a text if it is certain to be read. */
export function mergeable({ tree, root, errors }: BoundTree): BoundMessage | undefined {
  if (tree.sections.some(({ errors }) => errors.length > 0)) return undefined;
  for (const own of errors.values()) if (own.some(({ code }) => !HARMLESS.has(code))) return undefined;
  return areFollowed(root, isFollowedAtTop) ? root : undefined;
}

/** Whether fields can be followed: they are no extensions and not the contents of an Any. */
function areFollowed({ type, fields }: BoundMessage, isFollowed: (child: BoundMessage) => boolean): boolean {
  return fields.every(
    (field) =>
      type.fieldsByName.get(field.type.name) === field.type &&
      (field.type.kind !== 'message' ||
        field.values.every(({ value }) => typeof value !== 'object' || isFollowed(value))),
  );
}

const isFollowed = (message: BoundMessage, depth: number): boolean =>
  depth <= MAX_DEPTH && areFollowed(message, (child) => isFollowed(child, depth + 1));

/** Cached, as an edit keeps most messages of a text. */
const isFollowedAtTop = once((message: BoundMessage) => isFollowed(message, 1));
