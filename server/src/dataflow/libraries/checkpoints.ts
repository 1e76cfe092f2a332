import { excerpt } from '../../basics/excerpt';
import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { fails, isCertain, isJudged, isStraight } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import { argumentAt, kinds, unknown } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { about } from './by-package';
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

/** An object that cannot be exported as a saved model. */
export const exportFailure = about<Failure>(
  (name) => EXPORTING.test(name),
  (_name, given, _node, ev) => {
    const exported = argumentAt(given, 0, 'obj');
    return exported && isJudged(ev, exported) && (isPlainObject(exported) || SETTINGS.test(idOf(exported)))
      ? refusedValue(
          'A saved model is made of an object that tracks variables: derive its class from `tf.Module`',
        )
      : undefined;
  },
);

const idOf = (value: Value): string => instanceOf(value)?.entry.id ?? '';

/** What a `tf.train.Checkpoint` does not take. */
export const checkpointFailure = about<Failure>(
  (name) => CHECKPOINT.test(name),
  (name, given, _node, ev) => {
    const [, manager] = CHECKPOINT.exec(name)!;
    if (manager || given.hasUnknownArguments) return undefined;
    const [root, ...more] = given.positional;
    if (more.length > 0)
      return refused('`Checkpoint` takes one object by position, and others by a name of their own');
    const wrong = [...(root ? [['root', root] as const] : []), ...given.keywords].findLast(
      ([key, value]) => isUntracked(value, ev) && !(key === 'root' && value.kind === 'none'),
    );
    return wrong
      ? refusedValue(
          `\`${excerpt(wrong[0])}\` of a \`Checkpoint\` must be an object with variables, such as a model or a variable`,
        )
      : undefined;
  },
);

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
  const isCounted = isCertain(ev, object) && !given.hasUnknownArguments;
  if (isCounted && !manager && given.positional.length + given.keywords.size === 0)
    fails(ev, node, refused(`\`${name}\` of a \`Checkpoint\` needs a path`));
  const isWritten = name === 'save' || name === 'write';
  const unnamed = [...object.given.keywords].find(([, value]) => isKeyedByNoTexts(value))?.[0];
  if (isCounted && unnamed !== undefined && isWritten) {
    const reason = `\`${excerpt(unnamed)}\` of this checkpoint is a dict whose keys are no texts: put the object itself into it, or a dict by names`;
    fails(ev, node, refusedValue(reason));
  }
  if (given.hasUnknownArguments || (manager && name !== 'save')) return unknown(node, 'call');
  if (manager) {
    const [of, folder] = ['checkpoint', 'directory'].map((key, i) => argumentAt(object.given, i, key));
    return of ? saved.save(of, undefined, folder, true, node, ev) : unknown(node, 'call');
  }
  const path = argumentAt(given, 0, isWritten ? 'file_prefix' : 'save_path');
  return isWritten
    ? saved.save(object, path, undefined, name === 'save', node, ev)
    : saved.restore(object, path, name === 'restore', node, ev);
}

/** `tf.train.latest_checkpoint(folder)` */
export const newestCheckpoint = (saved: SavedCheckpoints) =>
  about<Value>(
    (name) => NEWEST.test(name),
    (_name, given, _node, ev) =>
      given.positional.length + given.keywords.size === 1
        ? saved.newest(argumentAt(given, 0, 'checkpoint_dir'), ev)
        : undefined,
  );

const NEWEST = /^tensorflow\.(?:compat\.v[12]\.)?train\.latest_checkpoint$/;

/** `manager.latest_checkpoint` */
export const newestOfManager = (
  object: Value,
  name: string,
  ev: Evaluator,
  saved: SavedCheckpoints,
): Value | undefined =>
  name === 'latest_checkpoint' && object.kind === 'made' && CHECKPOINT.exec(object.callee)?.[1]
    ? saved.newest(argumentAt(object.given, 1, 'directory'), ev)
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
