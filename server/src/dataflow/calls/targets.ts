// Which backend of Keras a program sets, and on which targets it may run by that.

import type { Range } from '../../basics/range';
import { LIBRARIES, type Library, libraryOf } from '../../catalogue/libraries';
import { type Backend, isBackend, possibleTargets, type Target } from '../../catalogue/targets';
import { resolve } from '../../python/names';
import { stringValue } from '../../python/strings';
import { functionOf } from '../../python/surroundings';
import {
  type Assignment,
  allOfKind,
  type Call,
  cachedByTree,
  type Expression,
  type Import,
  type Node,
  type Tree,
} from '../../python/tree';
import { typeOfIn } from './python-file';
import { runtimeOf } from './runtime';

/**
 * The targets that a program may run on, as far as a library tells them apart; none if it does not. `implied` is the backend
 * if nothing names one.
 */
export function targetsOf(tree: Tree, library: Library, implied?: Backend): readonly Target[] {
  const { targets } = LIBRARIES[library];
  return targets ? possibleTargets(targets, backendOf(tree) ?? implied) : [];
}

/** The backend of Keras: the one that the text sets, or else the user. */
export function backendOf(tree: Tree): Backend | undefined {
  const { early } = settingsOf(tree);
  return early ? early.backend : runtimeOf(tree).kerasBackend;
}

/** A place that sets the backend of Keras. */
interface BackendSetting extends Range {
  /** Undefined if the value is not known, or the place may not be reached. */
  readonly backend: Backend | undefined;
  readonly isAtTop: boolean;
  /** Another setting comes before it. */
  readonly isDefault?: true;
  /** It is a function of Keras, so an import of Keras alone does not come too early. */
  readonly needsKeras?: true;
}

/** The setting that counts, those that come too late, and the import that reads the backend. */
export const settingsOf = cachedByTree((tree) => {
  const isNamed = MENTION.test(tree.text);
  const home = isNamed ? homeOf(tree) : undefined;
  const settings = isNamed ? settingsIn(tree, home).sort((a, b) => a.start - b.start) : [];
  const imports = allOfKind(tree, 'import').filter((node) => functionOf(node) === home);
  const readerAmong = (isMeant: (library: Library) => boolean) =>
    imports.find((node) => [...librariesOf(node)].some(isMeant));
  const reader = readerAmong((library) => library === 'keras' || dependsOnBackend(library));
  const last = readerAmong(dependsOnBackend);
  const isEarly = ({ start, needsKeras }: BackendSetting) =>
    start < ((needsKeras ? last : reader)?.start ?? tree.text.length);
  const early = settings.filter(isEarly);
  return {
    early: early.findLast(({ isDefault }) => !isDefault) ?? early[0],
    late: settings.filter((setting) => setting.isAtTop && !setting.needsKeras && !isEarly(setting)),
    reader,
  };
});

/** The function in which all imports of libraries stand that need the backend; undefined if they are in none, or several. */
function homeOf(tree: Tree): ReturnType<typeof functionOf> {
  const readers = allOfKind(tree, 'import').filter((node) => [...librariesOf(node)].some(dependsOnBackend));
  const [home, ...others] = new Set(readers.map(functionOf));
  return others.length === 0 ? home : undefined;
}

const MENTION = /KERAS_BACKEND|\bset_backend\b/;

const dependsOnBackend = (library: Library) => 'jax' in (LIBRARIES[library].targets ?? {});

/** The libraries that a statement imports. */
const librariesOf = ({ from, names }: Import): ReadonlySet<Library> =>
  new Set(
    (from === undefined ? names.map(({ name }) => name) : [from]).flatMap((path) => libraryOf(path) ?? []),
  );

export const importedLibraries = (tree: Tree): ReadonlySet<Library> =>
  new Set(allOfKind(tree, 'import').flatMap((node) => [...librariesOf(node)]));

function settingsIn(tree: Tree, home: Node | undefined): BackendSetting[] {
  const isVariable = (key: Expression | undefined) =>
    key?.kind === 'string' && stringValue(tree.text, key) === VARIABLE;
  // `os.environ |= …` does not make it another object.
  const isEnvironment = (node: Expression) =>
    node.kind === 'attribute'
      ? node.name === 'environ' && resolve(tree, node.object) === 'os'
      : resolve(tree, node) === ENVIRONMENT;
  const valueIn = (given: Expression | undefined) =>
    given?.kind === 'dict' ? given.entries.find(({ key }) => isVariable(key))?.value : undefined;
  const setting = (node: Assignment | Call, value: Expression): BackendSetting => {
    const statement = node.kind === 'call' ? node.parent : node;
    const isAtTop = isReached(tree, statement?.parent, home);
    const type = isAtTop ? typeOfIn(tree)(value) : undefined;
    const name = type?.kind === 'str' ? type.value : undefined;
    const backend = name !== undefined && isBackend(name) ? name : undefined;
    return { start: node.start, end: node.end, backend, isAtTop };
  };

  const assigned = allOfKind(tree, 'assignment').flatMap((node) => {
    const [target] = node.targets;
    const value =
      node.operator === '|=' && target && isEnvironment(target)
        ? valueIn(node.value)
        : node.targets.some(
              (each) =>
                each.kind === 'subscript' && isVariable(each.indices[0]) && isEnvironment(each.object),
            )
          ? node.value
          : undefined;
    return value ? [setting(node, value)] : [];
  });
  const called = tree.calls.flatMap((node): BackendSetting[] => {
    const { arguments: given, callee } = node;
    if (callee.kind !== 'attribute' || !SETTERS.has(callee.name)) return [];
    const [first, second] = given.map(({ value }) => value);
    switch (resolve(tree, callee)) {
      case `${ENVIRONMENT}.setdefault`:
        return isVariable(first) && second ? [{ ...setting(node, second), isDefault: true }] : [];
      case `${ENVIRONMENT}.update`: {
        const value = given.find(({ name }) => name === VARIABLE)?.value ?? valueIn(first);
        return value ? [setting(node, value)] : [];
      }
      case 'keras.config.set_backend':
        return first ? [{ ...setting(node, first), needsKeras: true }] : [];
      default:
        return [];
    }
  });
  return [...assigned, ...called];
}

/** Whether what stands in a block is run where the module or the function is, unless the environment says the backend. */
function isReached(tree: Tree, block: Node | undefined, home: Node | undefined): boolean {
  if (block?.kind !== 'block') return block?.kind === 'module' || (block !== undefined && block === home);
  const { keyword, value, parent } = block;
  const isAsked = keyword === 'if' && value && UNLESS_SET.test(tree.text.slice(value.start, value.end));
  return (isAsked || keyword === 'try' || keyword === 'with') && isReached(tree, parent, home);
}

const UNLESS_SET = /KERAS_BACKEND|__name__/;

const ENVIRONMENT = 'os.environ';
const VARIABLE = 'KERAS_BACKEND';
const SETTERS: ReadonlySet<string> = new Set(['setdefault', 'update', 'set_backend']);
