// Statistics of ids in files, which clients of JAX TPU Embedding write into a folder and read from it.
import type { Evaluator, Value } from '../../evaluator';
import { fails, isJudged, isRunByModule, isStraight } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { textMatches } from '../../python/text-matches';
import { allOfKind, cachedByTree, type Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { argumentOfMaker } from './constructor-arguments';

const CLIENT = /^jax_tpu_embedding\..*\.(?:CSV|NPZ)FileFDOClient$/;

/** What could put files into a folder that only the client knows. */
const WRITING = /\bpublish\b|\b_base_dir\b|\b_write_to_file\b/;

/** The names in a text that stand elsewhere than in front of an attribute or where they get a value. */
const passedOn = cachedByTree((tree): ReadonlySet<string> => {
  const uses = allOfKind(tree, 'name').filter(
    (name) =>
      name.parent?.kind !== 'attribute' &&
      !(name.parent?.kind === 'assignment' && name.parent.targets.includes(name)),
  );
  return new Set(uses.map(({ name }) => name));
});

const NEW = /^tempfile\.mkdtemp\(/;

/** Notices that statistics are loaded from a new folder into which nothing has been written. */
export function checkLoaded(object: Value, name: string, node: Node, ev: Evaluator): void {
  if (name !== 'load' || object.kind !== 'made' || !CLIENT.test(instanceOf(object)?.entry.id ?? '')) return;
  const { start, end, parent } = argumentOfMaker(object, 'base_dir')?.node ?? node;
  const { text } = ev.tree;
  // Elsewhere, what writes into the folder may know its name, or have the client.
  const isUnnamed = parent?.parent === object.node && NEW.test(text.slice(start, end));
  const client = node.kind === 'call' && node.callee.kind === 'attribute' ? node.callee.object : undefined;
  const isKept = client?.kind === 'name' && !passedOn(ev.tree).has(client.name);
  if (!isUnnamed || !isKept || textMatches(ev.tree, WRITING)) return;
  if (isJudged(ev) && isStraight(ev) && isRunByModule(ev.around))
    fails(
      ev,
      node,
      refused('Nothing was published in this new folder: call `publish` first', 'FileNotFoundError'),
    );
}
