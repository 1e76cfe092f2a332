import { type BoundTree, bind } from '../config/bind';
import type { Tree } from '../python/tree';
import type { MessageType, Schema } from '../schema/types';
import { changeBetween } from '../text/change';
import { parse, reparse } from '../textproto/parser';

/** The texts of one schema, in the order in which they were first asked for. */
type Texts = Map<string, BoundTree>;

const textsByTree = new WeakMap<Tree, ReadTexts>();

/** The texts that a version of a Python text holds, which each asks for by its tree. */
export function textsOf(tree: Tree, before?: Tree): ReadTexts {
  const texts = textsByTree.get(tree) ?? new ReadTexts(before && textsByTree.get(before));
  textsByTree.set(tree, texts);
  return texts;
}

/**
 * The texts in text format that a version of a Python text holds. Each is read once for all that ask, and only what is
 * new in it since the version before.
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
    // An edit that adds or removes a text shifts the others, which are found by what they say.
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
