import { excerpt } from '../../basics/excerpt';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isJudged, isStraight } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { kinds, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { isByTable, originOf } from './nested-results';
import type { SavedCheckpoints } from './restored-checkpoints';

const CHECKPOINT = /^tensorflow\.(?:compat\.v[12]\.)?train\.Checkpoint(Manager)?$/;

/** Values without variables that a checkpoint could hold. */
const UNTRACKED = kinds('none', 'bool', 'int', 'float', 'str', 'function');
/** Tables, features and optimizers are plain Python; `TPUEmbedding` itself holds variables. */
const SETTINGS = /^tensorflow\.tpu\.experimental\.embedding\.(?!TPUEmbedding)\w+$/;

/** Of an object it is certain whatever tests stand before; what `tf.function` decorates holds variables. */
function isUntracked(value: Value, ev: Evaluator): boolean {
  if (SETTINGS.test(idOf(value))) return true;
  const isDecorated =
    value.kind === 'function' &&
    value.definition.kind === 'function' &&
    value.definition.decorators.length > 0;
  return (UNTRACKED.has(value.kind) && !isDecorated && isStraight(ev)) || isPlainObject(value);
}

/** Whether an object is one of a class of the program that no library's class stands behind. */
const isPlainObject = (value: Value): boolean =>
  value.kind === 'instance' &&
  value.cls.form === 'plain' &&
  value.cls.inherited.every(({ kind }) => kind === 'class') &&
  [value.cls, ...value.cls.inherited].every(
    (each) => each.kind === 'class' && isUndecorated(each.definition),
  );

const isUndecorated = (definition: Node): boolean =>
  definition.kind === 'class' &&
  definition.decorators.length === 0 &&
  definition.arguments.every(({ kind }) => kind === 'positional');

const EXPORTING = /^tensorflow\.(?:compat\.v[12]\.)?saved_model\.save$/;

/** Notes an object that cannot be exported as a saved model. */
export function checkExported(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const exported = EXPORTING.test(name) ? (given.positional[0] ?? given.keywords.get('obj')) : undefined;
  if (exported && isJudged(ev, exported) && (isPlainObject(exported) || SETTINGS.test(idOf(exported))))
    fails(
      ev,
      node,
      refused(
        'A saved model is made of an object that tracks variables: derive its class from `tf.Module`',
        'ValueError',
      ),
    );
}

const idOf = (value: Value): string => instanceOf(value)?.entry.id ?? '';

/** Notes what a `tf.train.Checkpoint` does not take. */
export function checkCheckpoint(name: string, given: Arguments, node: Node, ev: Evaluator): void {
  const [whole, manager] = CHECKPOINT.exec(name) ?? [];
  if (whole === undefined || manager || given.hasUnknownArguments || !isJudged(ev)) return;
  const [root, ...more] = given.positional;
  if (more.length > 0)
    return fails(
      ev,
      node,
      refused('`Checkpoint` takes one object by position, and others by a name of their own', 'TypeError'),
    );
  for (const [key, value] of [...(root ? [['root', root] as const] : []), ...given.keywords])
    if (isUntracked(value, ev) && !(key === 'root' && value.kind === 'none'))
      fails(
        ev,
        node,
        refused(
          `\`${excerpt(key)}\` of a \`Checkpoint\` must be an object with variables, such as a model or a variable`,
          'ValueError',
        ),
      );
}

/** What a method of a checkpoint gives. Saving and restoring leaves which attributes objects have. */
export function methodOfCheckpoint(
  object: Value,
  name: string,
  given: Arguments,
  node: Node,
  ev: Evaluator,
  saved: SavedCheckpoints,
): Value | undefined {
  if (
    object.kind !== 'made' ||
    !CHECKPOINT.test(object.callee) ||
    !/^(?:save|write|read|restore)$/.test(name)
  )
    return undefined;
  const [, manager] = CHECKPOINT.exec(object.callee)!;
  const isJudgedHere = isJudged(ev, object) && isStraight(ev) && !given.hasUnknownArguments;
  if (isJudgedHere && !manager && given.positional.length + given.keywords.size === 0)
    fails(ev, node, refused(`\`${name}\` of a \`Checkpoint\` needs a path`, 'TypeError'));
  const unnamed = [...object.given.keywords].find(([, value]) => isKeyedByNoTexts(value));
  if (isJudgedHere && unnamed && (name === 'save' || name === 'write'))
    fails(
      ev,
      node,
      refused(
        `\`${excerpt(unnamed[0])}\` of this checkpoint is a dict whose keys are no texts: put the object itself into it, or a dict by names`,
        'ValueError',
      ),
    );
  const { positional, keywords } = given;
  if (given.hasUnknownArguments || (manager && name !== 'save')) return unknown(node, 'call');
  if (manager) {
    const [of, folder] = ['checkpoint', 'directory'].map((key, i) => argumentIn(object.given, key, i));
    return of ? saved.save(of, undefined, folder, true, node, ev) : unknown(node, 'call');
  }
  const path = positional[0] ?? keywords.get(PATHS[name]!);
  return name === 'save' || name === 'write'
    ? saved.save(object, path, undefined, name === 'save', node, ev)
    : saved.restore(object, path, name === 'restore', node, ev);
}

const PATHS: Readonly<Record<string, string>> = {
  save: 'file_prefix',
  write: 'file_prefix',
  read: 'save_path',
  restore: 'save_path',
};

const argumentIn = ({ positional, keywords }: Arguments, name: string, position: number): Value | undefined =>
  positional[position] ?? keywords.get(name);

/** `tf.train.latest_checkpoint(folder)` */
export const newestCheckpoint = (
  name: string,
  given: Arguments,
  ev: Evaluator,
  saved: SavedCheckpoints,
): Value | undefined =>
  NEWEST.test(name) && given.positional.length + given.keywords.size === 1
    ? saved.newest(argumentIn(given, 'checkpoint_dir', 0), ev)
    : undefined;

const NEWEST = /^tensorflow\.(?:compat\.v[12]\.)?train\.latest_checkpoint$/;

/** `manager.latest_checkpoint` */
export const newestOfManager = (
  object: Value,
  name: string,
  ev: Evaluator,
  saved: SavedCheckpoints,
): Value | undefined =>
  name === 'latest_checkpoint' && object.kind === 'made' && CHECKPOINT.exec(object.callee)?.[1]
    ? saved.newest(argumentIn(object.given, 'directory', 1), ev)
    : undefined;

/** Whether a dict has keys of what can be saved that are certainly no texts: others it leaves alone. */
const isKeyedByNoTexts = (value: Value): boolean =>
  value.kind === 'dict' &&
  ([...value.cell.content.known.values()].some(
    ({ key, value }) =>
      SAVED.has(value.kind) &&
      (key.kind === 'int' || key.kind === 'tuple' || instanceOf(key)?.entry.role === 'table'),
  ) ||
    isKeyedByTables(value));

/** Whether it is the dict of variables that a property gives by tables. */
function isKeyedByTables(value: Value): boolean {
  const property = originOf(value);
  return property?.kind === 'property' && isByTable(property);
}

const SAVED = kinds('made', 'list', 'dict');
