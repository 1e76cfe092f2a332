import { Attached } from '../../basics/attached';
import { changeBetween } from '../../basics/change';
import { type BoundTree, bind } from '../../configuration/bind';
import type { Tree } from '../../python/tree';
import type { MessageType, Schema } from '../../schema/types';
import { parse, reparse } from '../../textproto/parser';

/** The bound texts of one schema, in the order of first use. */
type Texts = Map<string, BoundTree>;

const textsByTree = new Attached<Tree, ReadTexts>();

/** The texts in a version of a Python text, shared by all users of its tree. */
export function textsOf(tree: Tree, before?: Tree): ReadTexts {
  const texts = textsByTree.get(tree) ?? new ReadTexts(before && textsByTree.get(before));
  textsByTree.set(tree, texts);
  return texts;
}

/**
 * The text-format strings in a version of a Python text. Each is read once, shared by all users, and only its changes since
 * the previous version are parsed.
 */
export class ReadTexts {
  private readonly known = new Map<Schema, Texts>();
  private readonly older: ReadonlyMap<Schema, Texts> | undefined;

  constructor(before?: ReadTexts) {
    this.older = before && before.known.size > 0 ? before.known : before?.older;
  }

  read(text: string, type: MessageType, schema: Schema): BoundTree {
    const known = this.known.get(schema) ?? new Map<string, BoundTree>();
    this.known.set(schema, known);
    const older = this.older?.get(schema);
    const same = known.get(text) ?? older?.get(text);
    // An edit that adds or removes a text shifts the others, so they are looked up by content first.
    const before = same ?? (older && [...older.values()][known.size]);
    const tree = same
      ? same.tree
      : before
        ? reparse(before.tree, text, changeBetween(before.tree.text, text))
        : parse(text);
    const bound = bind(tree, type, schema, before);
    known.set(text, bound);
    return bound;
  }
}
