import { onceWithin } from '../basics/once';
import { isSameSet } from '../basics/same-set';
import { handlersOf, isDropped } from './branches';
import { cachedFact } from './cache';
import { bindingsOf, resolve, writtenFor } from './names';
import { textMatches } from './text-matches';
import {
  allOfKind,
  type Block,
  type Call,
  cachedBySection,
  cachedByTree,
  type Expression,
  type Node,
  type Simple,
  type Tree,
} from './tree';

/** A set of exception classes, as bits: those that may be raised, or those that are caught. */
export type Exceptions = number;

export const ATTRIBUTE_ERROR = 1;
export const TYPE_ERROR = 2;
export const VALUE_ERROR = 4;
export const RUNTIME_ERROR = 8;
export const PARSE_ERROR = 16;
export const IMPORT_ERROR = 32;
/** Other exceptions that TensorFlow and Python raise for a wrong call. */
const OTHER = 64;

/** A wrong call never raises it. */
const INDEX_ERROR = 256;
const NAME_ERROR = 512;

export const NO_EXCEPTION: Exceptions = 0;
export const ANY_EXCEPTION: Exceptions = 127 | INDEX_ERROR | NAME_ERROR;
/** Any exception that a wrong call raises. */
export const ANY_OF_CALL: Exceptions = ANY_EXCEPTION & ~(IMPORT_ERROR | INDEX_ERROR | NAME_ERROR);

/** A further bit: it is unknown whether the program gets there in this iteration of a loop. */
export const PERHAPS: Exceptions = 128;

/** Any exception, if the code is expected to fail. */
export const anyIf = (isExpected: boolean): Exceptions => (isExpected ? ANY_EXCEPTION : NO_EXCEPTION);

/** The exceptions that a handler for each class catches; handlers for other classes catch none of these. */
const CAUGHT: ReadonlyMap<string, Exceptions> = new Map([
  ['BaseException', ANY_EXCEPTION],
  ['Exception', ANY_EXCEPTION],
  ['ArithmeticError', OTHER],
  ['AssertionError', OTHER],
  ['AttributeError', ATTRIBUTE_ERROR],
  ['Error', PARSE_ERROR | OTHER],
  ['FrozenInstanceError', OTHER],
  ['ImportError', IMPORT_ERROR],
  ['InvalidArgumentError', OTHER],
  ['IndexError', INDEX_ERROR],
  ['KeyError', OTHER],
  ['LookupError', OTHER | INDEX_ERROR],
  ['ModuleNotFoundError', IMPORT_ERROR],
  ['NameError', NAME_ERROR],
  ['NoOptionError', OTHER],
  ['NoSectionError', OTHER],
  ['NotImplementedError', OTHER],
  ['OpError', OTHER],
  ['OverflowError', OTHER],
  ['ParseError', PARSE_ERROR],
  ['RuntimeError', RUNTIME_ERROR | OTHER],
  ['TypeError', TYPE_ERROR],
  ['UnboundLocalError', NAME_ERROR],
  ['ValueError', VALUE_ERROR],
  ['ZeroDivisionError', OTHER],
]);

/**
 * The exceptions from a block that are caught or dropped, and not raised again. Cached, as each call in the block needs it.
 */
export const caughtBy = (tree: Tree, block: Block): Exceptions => caughtIn(tree)(block);

const caughtIn = cachedByTree((tree) =>
  onceWithin((block: Block) =>
    (block.keyword === 'try' ? handlersOf(block) : []).reduce(
      (all, each) => all | caughtByHandler(tree, each),
      anyIf(isDropped(block)) | suppressedIn(tree, block),
    ),
  ),
);

const suppressedIn = (tree: Tree, { items }: Block): Exceptions =>
  items.reduce((all, { value }) => all | (suppressedBy(tree, value) ?? NO_EXCEPTION), NO_EXCEPTION);

/**
 * The exceptions that an item of a `with` suppresses, if it is a `suppress(…)` that names their classes. Where names may be
 * missing, the block is expected to fail anyhow.
 */
export function suppressedBy(tree: Tree, item: Expression): Exceptions | undefined {
  const call = writtenFor(tree, item);
  if (call.kind !== 'call' || !isSuppress(tree, call)) return undefined;
  const areNamed = call.arguments.every(
    ({ kind, value }) => kind === 'positional' && CLASS_NAME.test(nameOf(value)),
  );
  const all = call.arguments.reduce((sum, { value }) => sum | ofClasses(value) | byName(tree, value), 0);
  return areNamed && (all & (ATTRIBUTE_ERROR | IMPORT_ERROR)) === 0 ? all : undefined;
}

/** Whether a call is `suppress(…)`, by whatever name it was imported. */
export const isSuppress = (tree: Tree, { callee }: Call): boolean =>
  nameOf(callee) === 'suppress' ||
  (textMatches(tree, RENAMED) && resolve(tree, callee) === 'contextlib.suppress');

const RENAMED = /\bsuppress\b(?!\()/;

function caughtByHandler(tree: Tree, handler: Block): Exceptions {
  const { value } = handler;
  if (!goesOn(handler)) return NO_EXCEPTION;
  if (!value) return ANY_EXCEPTION;
  const classes = value.kind === 'tuple' ? value.elements : [value];
  return classes.reduce((all, each) => all | ofClasses(each) | byName(tree, each), NO_EXCEPTION);
}

const goesOn = ({ body }: Block) => !isRaise(body.at(-1));

/** Whether a handler catches exceptions of a wrong call, as far as its own code shows. */
export const mayGoOn = (handler: Block): boolean =>
  goesOn(handler) && (!handler.value || (ofClasses(handler.value) & ANY_OF_CALL) !== 0);

/**
 * The exceptions behind a name of the program: `Refused = ValueError`, a class that a handler raises instead, or a variable
 * that may hold any.
 */
function byName(tree: Tree, each: Expression): Exceptions {
  const written = writtenFor(tree, each);
  if (isVariable(tree, written)) return ANY_EXCEPTION;
  if (written !== each) return ofClasses(written);
  return converted(tree).has(nameOf(each)) ? ANY_EXCEPTION : NO_EXCEPTION;
}

/** Whether a name does not always stand for the class that Python, an import or the program defines by it. */
function isVariable(tree: Tree, value: Expression): boolean {
  switch (value.kind) {
    case 'name':
      return bindingsOf(tree, value)?.every(({ kind }) => kind === 'import' || kind === 'class') === false;
    case 'attribute':
      return resolve(tree, value) === undefined;
    case 'tuple':
      return value.elements.some((each) => isVariable(tree, each));
    default:
      return false;
  }
}

/** The exceptions that an expression after `except` catches if its names are classes; variables may hold any class. */
function ofClasses(value: Expression): Exceptions {
  switch (value.kind) {
    case 'name':
    case 'attribute':
      return CAUGHT.get(value.name) ?? (CLASS_NAME.test(value.name) ? NO_EXCEPTION : ANY_EXCEPTION);
    case 'tuple':
      return value.elements.reduce((all, each) => all | ofClasses(each), 0);
    default:
      return ANY_EXCEPTION;
  }
}

/** Class names; `ERRORS` and `errors` are variables. */
const CLASS_NAME = /^_*[A-Z]\w*[a-z]/;

/** The program's exception classes that its handlers raise, and their bases. */
const converted = cachedFact((tree): ReadonlySet<string> => {
  const found = new Set(tree.sections.flatMap(convertedIn));
  for (const { name, arguments: bases } of allOfKind(tree, 'class').toReversed())
    if (found.has(name)) for (const { value } of bases) found.add(nameOf(value));
  return found;
}, isSameSet);

const convertedIn = cachedBySection((section) =>
  section.nodes.simple.flatMap((node) => {
    if (!isRaise(node) || !isInHandler(node)) return [];
    const [value] = node.values;
    const name = nameOf(value?.kind === 'call' ? value.callee : value);
    return name === '' ? [] : name;
  }),
);

function isInHandler(node: Node): boolean {
  for (let at = node.parent; at && at.kind !== 'function'; at = at.parent)
    if (at.kind === 'block' && at.keyword === 'except') return true;
  return false;
}

const isRaise = (node: Node | undefined): node is Simple =>
  node?.kind === 'simple' && node.keyword === 'raise';

export const nameOf = (node: Expression | undefined) =>
  node?.kind === 'name' || node?.kind === 'attribute' ? node.name : '';
