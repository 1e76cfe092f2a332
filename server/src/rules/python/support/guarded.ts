import { onceWithin } from '../../../basics/once';
import { dependOnAll, evaluationOf } from '../../../dataflow/calls/evaluation';
import { type PythonFile, typeOfIn } from '../../../dataflow/calls/python-file';
import { ownersOfChangedDicts } from '../../../python/attribute-dicts';
import {
  choicesBefore,
  filtersBefore,
  handlersOf,
  neverRuns,
  statementsBefore,
  type Truth,
} from '../../../python/branches';
import { ATTRIBUTE_ERROR, IMPORT_ERROR, NO_EXCEPTION, nameOf } from '../../../python/exceptions';
import { askedFor } from '../../../python/lookups';
import { type Binding, bindingsOf, isReplaced, resolve } from '../../../python/names';
import { stringValue } from '../../../python/strings';
import { textMatches } from '../../../python/text-matches';
import {
  allOfKind,
  type Block,
  type Call,
  cachedByTree,
  type Expression,
  isExpression,
  isStatement,
  type Node,
  type Statement,
  statementOf,
  type Tree,
  walk,
} from '../../../python/tree';
import { usesByName } from '../../../python/uses';
import { type Barrier, barriersBefore, barriersOfTest, leaves, marksOf } from './barriers';
import { isBound } from './bound';

/** What code asks: which release of a library it runs on, whether TensorFlow is there, on which hardware it is, of which class an object is. */
type Question = 'version' | 'tensorflow' | 'target' | 'class';

/** The questions that decide over something that other releases have. */
export const ANY_QUESTION: readonly Question[] = ['version', 'tensorflow'];

/**
 * Whether the code is prepared for a name to be missing: in a `try` that catches it, or where the answer to a question
 * about the release decides, if that answer is unknown. The questions are `hasattr` of the name, or of any name of the object
 * if that is given, and those given.
 */
export function isGuarded(
  file: PythonFile,
  node: Node,
  name: string,
  questions: readonly Question[] = ['version'],
  object?: Node,
): boolean {
  const { text, tree } = file;
  dependOnAll(tree);
  const raised = node.kind === 'import' ? IMPORT_ERROR : ATTRIBUTE_ERROR;
  if ((evaluationOf(tree).caughtByCallers(node) & raised) !== NO_EXCEPTION) return true;
  const sourceOf = ({ start, end }: Node) => text.slice(start, end);
  const concerns = (condition: Node) => {
    const asked = askedIn(tree)(condition);
    return (
      asked.names.has(name) ||
      (object !== undefined && asked.objects.has(sourceOf(object))) ||
      questions.some((question) => asked[question])
    );
  };
  const asks = (condition: Node) => concerns(condition) && answersIn(tree)(tree, condition) === undefined;
  const mayEnd = ({ condition, passes }: Barrier) =>
    concerns(condition) && answersIn(tree)(tree, condition) !== passes;
  // In the same block, an import may fail first and raise another exception.
  const missing = (block: Block) =>
    node.kind === 'import'
      ? MISSING.module
      : [...walk(block)].some(({ kind }) => kind === 'import')
        ? MISSING.any
        : MISSING.attribute;
  const catches = (classes: Expression, wanted: RegExp) =>
    [classes, ...valuesIn(tree, classes)].some((each) => wanted.test(sourceOf(each)));
  const handlersIfMissing = (block: Block) =>
    handlersOf(block).filter(({ value }) => value && catches(value, missing(block)));
  const guards = (block: Block): boolean =>
    block.keyword === 'try'
      ? handlersIfMissing(block).length > 0
      : [block, ...choicesBefore(block)].some((choice) =>
          choice.keyword === 'try'
            ? block.keyword === 'else' && looksUp(tree, choice, name) && handlersIfMissing(choice).length > 0
            : CHOICE.has(choice.keyword) && choice.value && asks(choice.value),
        );
  /** Whether nothing gets past a `try` unless that has found the name. */
  const isOnlyPassedIfFound = (statement: Statement): boolean => {
    if (statement.kind !== 'block' || statement.keyword !== 'try' || !looksUp(tree, statement, name))
      return false;
    const handlers = handlersIfMissing(statement);
    return handlers.length > 0 && handlers.every(({ body }) => leaves(tree, body));
  };
  return isEverywhere(file, node, (place) => {
    for (let child = place, at = place.parent; at; child = at, at = at.parent) {
      if (at.kind === 'block' ? guards(at) : conditionsAround(child, at).some(asks)) return true;
      if ((at.kind === 'function' || at.kind === 'class') && at.decorators.some(asks)) return true;
      if ((at.kind === 'module' || at.kind === 'class') && marksOf(tree)(at).some(asks)) return true;
      if (at.kind === 'function' && barriersOfTest(tree)(at).some(mayEnd)) return true;
      if (!isStatement(at)) continue;
      if (barriersBefore(tree, at).some(mayEnd) || statementsBefore(at).some(isOnlyPassedIfFound))
        return true;
    }
    return false;
  });
}

/** The conditions in an operation that decide whether a part of it is evaluated. */
function conditionsAround(part: Node, at: Node): readonly Expression[] {
  if (at.kind === 'conditional') return part === at.test ? [] : [at.test];
  if (at.kind === 'comprehension' || at.kind === 'generator') return filtersBefore(part, at);
  return at.kind === 'boolean' ? at.operands.filter((operand) => operand !== part) : [];
}

/** Whether the program never gets to a node on the release that it is judged by. */
export const isForOtherReleases = (file: PythonFile, node: Node): boolean =>
  textMatches(file.tree, ASKING) &&
  isEverywhere(
    file,
    node,
    (place) => neverRuns(file.tree, place, answersIn(file.tree)) || isInOtherCase(file.tree, place),
  );

/** Whether a node is in a `case` for a version, none of whose calls the program gets to. */
function isInOtherCase(tree: Tree, node: Node): boolean {
  for (let at: Node | undefined = node; at; at = at.parent) {
    if (at.kind !== 'block' || at.keyword !== 'case' || !at.target) continue;
    const calls = evaluationOf(tree).observations.map((each) => each.calls);
    const isReached = (each: Node) => each.kind === 'call' && calls.some((reached) => reached.has(each));
    if (OWN_VERSION.test(tree.text.slice(at.target.start, at.target.end)) && ![...walk(at)].some(isReached))
      return true;
  }
  return false;
}

/** A program may keep the version that it is for in a variable of its own. */
const OWN_VERSION = /version/i;

/** Without these words, a text asks nothing about a release. */
export const ASKING = /version|VERSION|[gh]\w+attr|signature|getfullargspec|\bPY[23]\b/;

/** The outcome of a condition that asks about the release, if the evaluation knows it. */
const answersIn = cachedByTree((tree): Truth => {
  const typeOf = typeOfIn(tree);
  return (_tree, condition) => {
    if (!condition || !isExpression(condition)) return undefined;
    const { version, names, tensorflow, python, class: asksClass } = askedIn(tree)(condition);
    const isOwn = OWN_VERSION.test(tree.text.slice(condition.start, condition.end));
    if (!isOwn && !version && !tensorflow && !python && !asksClass && names.size === 0) return undefined;
    const answer = typeOf(condition);
    return answer.kind === 'bool' ? answer.value : undefined;
  };
});

/** Whether a node, or each use of a function or class around it, passes a test. */
function isEverywhere(file: PythonFile, node: Node, passes: (place: Node) => boolean, depth = 0): boolean {
  if (passes(node)) return true;
  for (let at = node.parent; at && depth < MAX_CALLERS; at = at.parent) {
    if (at.kind !== 'function' && at.kind !== 'class') continue;
    const { start, end, name } = at;
    const uses = (usesByName(file.tree).get(name) ?? []).filter(
      (use) => use.start < start || use.start >= end,
    );
    if (
      uses.length > 0 &&
      uses.length <= MAX_USES &&
      uses.every((use) => isEverywhere(file, use, passes, depth + 1))
    )
      return true;
  }
  return false;
}

/** Callers of a function or class are followed for so many steps, if it has no more than `MAX_USES` uses. */
const MAX_CALLERS = 2;
const MAX_USES = 8;

/** Expressions that ask for TensorFlow's version. */
const VERSION =
  /__version__|\b(?:version|get_distribution)\(|\bVERSION\b|(?:tf|TF|tensorflow|TENSORFLOW)_?(?:version|VERSION)/;

/** Expressions that ask for the backend of Keras, or for the hardware. */
const TARGET = /backend|BACKEND|platform\b|device_kind|sparsecores?\b|\btpu|_tpu\b/;

/** The values assigned to the names in a condition, such as `HAS_EMBEDDING = hasattr(…)`, through further names. */
function valuesIn(tree: Tree, condition: Node, depth = 0): Node[] {
  return [...walk(condition)].flatMap((node) => {
    const values = node.kind === 'attribute' ? attributeValues(tree)(node.name) : nameValues(tree, node);
    return depth < MAX_NAMES
      ? values.flatMap((value) => [value, ...valuesIn(tree, value, depth + 1)])
      : values;
  });
}

const MAX_NAMES = 2;

/** What a name may be; if it is several things, also what decides between them. */
function nameValues(tree: Tree, node: Node): readonly Node[] {
  const bindings = node.kind === 'name' ? (bindingsOf(tree, node) ?? []) : [];
  return bindings.slice(0, MAX_USES).flatMap((binding) => {
    const value =
      binding.kind === 'function'
        ? binding.node
        : (binding.value ?? defaultOf(binding) ?? assignedBy(binding.node));
    const all = [value, ...(bindings.length > 1 ? decidersOf(binding.node) : [])];
    return all.filter((each) => each !== undefined && each.end - each.start <= MAX_LENGTH) as Node[];
  });
}

const defaultOf = ({ node }: Binding): Expression | undefined =>
  node.kind === 'parameter' ? node.default : undefined;

/** The conditions of the branch that a node is in, or the `try` that it belongs to. */
function decidersOf(node: Node): readonly (Node | undefined)[] {
  const block = statementOf(node)?.parent;
  if (block?.kind !== 'block') return [];
  return [block, ...choicesBefore(block)].map((each) => (each.keyword === 'try' ? each : each.value));
}

/** Longer code is not searched for such questions. */
const MAX_LENGTH = 1000;

/** `major, minor = …` */
const assignedBy = (node: Node): Expression | undefined => {
  const statement = statementOf(node);
  return statement?.kind === 'assignment' ? statement.value : undefined;
};

/** The values assigned to attributes of a name, in a class or after a dot. */
const attributeValues = cachedByTree((tree) =>
  onceWithin((name: string): readonly Expression[] =>
    (usesByName(tree).get(name) ?? [])
      .filter(({ parent }) => parent?.kind === 'assignment')
      .slice(0, MAX_USES)
      .flatMap((use) => assignedBy(use) ?? [])
      .filter(({ start, end }) => end - start <= MAX_LENGTH),
  ),
);

/** Whether an expression asks whether TensorFlow or Flax has a name or an argument. */
function probesTensorFlow(tree: Tree, condition: Node): boolean {
  return [...walk(condition)].some((node) => {
    if (node.kind !== 'call' || !PROBES.has(nameOf(node.callee))) return false;
    const [asked] = node.arguments;
    const name = asked && resolve(tree, asked.value);
    return name !== undefined && /^(?:tensorflow|flax)\b/.test(name);
  });
}

const PROBES: ReadonlySet<string> = new Set([
  ...['hasattr', 'getattr', 'dir', 'signature', 'getfullargspec'],
]);

/** The questions that a condition asks. */
interface Asked {
  readonly version: boolean;
  readonly names: ReadonlySet<string>;
  /** The source of each object of which it asks whether it has an attribute. */
  readonly objects: ReadonlySet<string>;
  readonly tensorflow: boolean;
  readonly target: boolean;
  readonly class: boolean;
  readonly python: boolean;
}

/** The questions of a condition. The answer depends on the whole tree, so it is cached by tree. */
export const askedIn = cachedByTree((tree) =>
  onceWithin((condition: Node): Asked => {
    const conditions = [condition, ...valuesIn(tree, condition)];
    const source = conditions.map(({ start, end }) => tree.text.slice(start, end)).join(' ');
    return {
      version: VERSION.test(source),
      target: TARGET.test(source),
      class: /\b(?:isinstance|type)\(/.test(source),
      python: /\bversion_info\b|\bPY[23]\b/.test(source),
      names: new Set([
        ...[...source.matchAll(LISTS.test(source) ? ASKED : HAS)].map(([, of, listed]) => (of ?? listed)!),
        ...conditions.filter(({ kind }) => kind === 'block').flatMap(triedIn),
        ...conditions.flatMap(probesIn).flatMap(triedIn),
      ]),
      objects: new Set([...source.matchAll(HAS_ATTRIBUTE)].map(([, object]) => object!)),
      tensorflow: conditions.some((one) => probesTensorFlow(tree, one)) || source.includes('co_varnames'),
    };
  }),
);

/** The functions without parameters that calls get, to try what these do: `works(lambda: module.name)`. */
const probesIn = (condition: Node): readonly Node[] =>
  [...walk(condition)].filter(
    (node) => node.kind === 'lambda' && node.parameters.length === 0 && node.parent?.kind === 'positional',
  );

/** The names that a `try` or a function looks up. */
const triedIn = (block: Node): readonly string[] =>
  [...walk(block)].flatMap((node) =>
    node.kind === 'attribute'
      ? [node.name]
      : node.kind === 'import'
        ? node.names.map(({ name }) => name)
        : [],
  );

/** Whether a block looks a name up, or one that a variable says. */
const looksUp = (tree: Tree, block: Block, name: string): boolean =>
  triedIn(block).includes(name) ||
  [...walk(block)].some((node) => {
    const asked = node.kind === 'call' ? askedFor(node) : undefined;
    return asked !== undefined && (asked.kind !== 'string' || stringValue(tree.text, asked) === name);
  });

/** Whether the text itself assigns an attribute of this name. */
export const isAdded = ({ tree }: PythonFile, name: string): boolean => attributesSetIn(tree).has(name);

const attributesSetIn = cachedByTree(
  (tree): ReadonlySet<string> =>
    new Set(allOfKind(tree, 'attribute').flatMap((node) => (isBound(node) ? node.name : []))),
);

/** Whether the text gives a module or class a member of this name by a call, or may do so through its dict. */
export const mayBePutIn = ({ tree }: PythonFile, path: string, name: string, place: Node): boolean =>
  isReplaced(tree, `${path}.${name}`, place) || withChangedDict(tree).has(path);

/** The modules and classes whose dict of members the text may change. */
const withChangedDict = cachedByTree(
  (tree): ReadonlySet<string> =>
    new Set(ownersOfChangedDicts(tree).flatMap((owner) => resolve(tree, owner) ?? [])),
);

/** The same, or the text may give an attribute of this name to any object. */
export const mayBeAdded = (file: PythonFile, name: string): boolean =>
  isAdded(file, name) ||
  textMatches(file.tree, ADDS_ANY) ||
  (textMatches(file.tree, SETS_BY_NAME) && file.tree.calls.some((call) => maySet(file, call, name)));

/** Whether code that does not name an attribute may add it, or a patch may for a time. */
export const mayBeAddedUnseen = ({ tree }: PythonFile): boolean =>
  textMatches(tree, ADDS_ANY) || textMatches(tree, PATCHES);

/** Whether a call of `setattr` or of a patch may set an attribute of this name. */
function maySet({ text, typeOf }: PythonFile, { callee, arguments: given }: Call, name: string): boolean {
  if (!SETTERS.test(text.slice(callee.start, callee.end))) return false;
  // After an object there is a name; a path is alone.
  const [first, second] = given.map(({ kind, value }) => (kind === 'positional' ? typeOf(value) : undefined));
  const set = first?.kind === 'str' ? first : second;
  return set?.kind !== 'str' || set.value === undefined || set.value.split('.').at(-1) === name;
}

const SETTERS = /(?:^|\.)(?:setattr|__setattr__|patch(?:\.(?:object|multiple))?)$/;
const SETS_BY_NAME = /\b(?:setattr|__setattr__|patch)\b/;
const PATCHES = /\bpatch\b/;
const ADDS_ANY =
  /\bvars\(|\bsetattr\b(?!\()|\.__dict__\b(?!\s*(?:\[[^[\]]*\]|\.(?:get|items|keys|values)\b)(?!\s*=(?!=)))/;

/** Inside `hasattr` and similar calls, a name may be missing. */
export const isProbed = (text: string, start: number) =>
  /(?:hasattr|getattr)\(\s*$/.test(text.slice(Math.max(0, start - 20), start));

/** `hasattr(module, 'name')`, `has('name')`, `getattr(module, 'name', None)` */
const HAS = /\b_?(?:has|supports|getattr)[a-z_]*\((?:[^()]*,)?\s*['"](\w+)['"]/g;
const HAS_ATTRIBUTE = /\bhasattr\(\s*([\p{L}\p{N}_.]+)\s*,/gu;
/** Also `'name' in dir(module)`, in code with one of the words that give such a list. */
const ASKED = new RegExp(`${HAS.source}|['"](\\w+)['"]\\s+(?:not\\s+)?in\\b`, 'g');
const LISTS = /\b(?:dir|vars|fields|signature|getfullargspec)\(|\bco_varnames\b|\.__dict__\b/;

/** The exceptions that a missing name raises, and their base classes. `Exception` is too general to count. */
const MISSING = {
  module: /\b(?:ImportError|ModuleNotFoundError)\b/,
  attribute: /\bAttributeError\b/,
  any: /\b(?:AttributeError|ImportError|ModuleNotFoundError)\b/,
};

const CHOICE: ReadonlySet<string> = new Set(['if', 'elif', 'while', 'match']);
