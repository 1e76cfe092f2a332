import { Attached } from '../basics/attached';
import { addTo } from '../basics/groups';
import { once, onceWithin } from '../basics/once';
import { isWithin } from '../basics/range';
import { isSameSet } from '../basics/same-set';
import { cached, cachedFact, noteLookup } from './cache';
import { stringValue } from './strings';
import {
  type Attribute,
  type Block,
  type Call,
  type ClassDefinition,
  type Comprehension,
  cachedBySection,
  cachedByTree,
  type Expression,
  type FunctionDefinition,
  type ImportedName,
  isDivided,
  isLoop,
  isStatement,
  type Lambda,
  type Module,
  type Name,
  type Node,
  nodeAt,
  type Section,
  type Simple,
  type Statement,
  sectionOf,
  type Tree,
  type Walrus,
  walk,
} from './tree';
import { isTest } from './unit-tests';
import { functionsAround, functionsUsedOnly } from './uses';

/** How a name was bound. */
type BindingKind =
  | 'import'
  | 'assignment'
  | 'parameter'
  | 'function'
  | 'class'
  /** A loop's or `with`'s variable, one of several targets, `except … as`, `del`, `+=`, `global`: of unknown value. */
  | 'other';

export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  /** The position of the name. */
  readonly start: number;
  readonly end: number;
  /** The statement, or the part of one, that binds the name. */
  readonly node: Node;
  /** The name is bound from this offset on. */
  readonly from: number;
  /** Dotted name of what was imported. */
  readonly target: string | undefined;
  /** The assigned expression. */
  readonly value: Expression | undefined;
  /** Bound from within another scope, by `global` or `nonlocal`. */
  readonly outside: boolean;
}

/** A scope in which names are looked up; comprehensions and lambdas are scopes, too. */
export type Scope = Extract<Node, { kind: 'module' | 'function' | 'class' }> | Lambda | Comprehension;

type Bindings = Map<string, Binding[]>;

/** Chains of aliases are followed this far. */
const MAX_STEPS = 100;
/** A name with more bindings in a scope is ambiguous: resolving it again for each use would take too long. */
const MAX_BINDINGS = 500;

// ---------------------------------------------------------------- What a name refers to

/**
 * The dotted name that an expression refers to, such as `tensorflow.raw_ops.ConfigureTPUEmbedding`. Python's own names
 * begin with `builtins.`, relative imports with their dots. Undefined wherever it is not certain: where branches import
 * different things, for parameters, and for what the file itself defines. Of `try: import a as x`, `except ImportError:
 * import b as x` the first counts, as both must do the same.
 */
export function resolve(tree: Tree, expression: Expression): string | undefined {
  const name = resolveFrom(tree, expression, MAX_STEPS);
  return name !== undefined && isReplaced(tree, name, expression) ? undefined : name;
}

/** The dotted names that a text replaces for good, and those that it replaces for a while. */
const replacements = cachedFact(
  (tree) => {
    const lasting = new Set<string>();
    const passing = new Set<string>();
    for (const section of tree.sections)
      for (const node of replacersIn(section)) {
        const name = replacedBy(tree, node);
        if (name !== undefined) (extentOf(node) ? passing : lasting).add(name);
        else if (isConstructor(tree, node)) for (const each of givenAround(tree, node)) lasting.add(each);
      }
    return { lasting, passing };
  },
  (a, b) => isSameSet(a.lasting, b.lasting) && isSameSet(a.passing, b.passing),
);

/** The dotted names that a text assigns to for good: `tf.tpu = …`. */
export const replacedNames = (tree: Tree): ReadonlySet<string> => replacements(tree).lasting;

/** Those that it replaces for a while: in a block, a test or a class. */
export const patchedNames = (tree: Tree): ReadonlySet<string> => replacements(tree).passing;

/** The functions and methods that a text uses only where it replaces a name for a while. */
export const patchedFunctions = cachedFact(
  (tree): ReadonlySet<string> =>
    patchedNames(tree).size > 0
      ? functionsUsedOnly(tree, (place) => patchesAround(place).length > 0)
      : new Set<string>(),
  isSameSet,
);

/** With another constructor, it is another class. */
const replacedBy = cached((tree, node: Attribute | Call) =>
  (node.kind === 'call' ? patched(tree, node) : resolveFrom(tree, node, MAX_STEPS))?.replace(
    /\.__(?:init|new)__$/,
    '',
  ),
);

/** Whether what is replaced is a constructor: `cls.__init__ = patched` */
const isConstructor = ({ text }: Tree, node: Attribute | Call): boolean =>
  node.kind === 'attribute'
    ? CONSTRUCTOR.test(node.name)
    : node.arguments.some(
        ({ value }) => value.kind === 'string' && CONSTRUCTOR.test(stringValue(text, value) ?? ''),
      );

const CONSTRUCTOR = /^__(?:init|new)__$/;

/** The dotted names that the functions around a place get as arguments. */
function givenAround(tree: Tree, place: Node): readonly string[] {
  const around = new Set(functionsAround(place));
  return tree.calls.flatMap(({ callee, arguments: given }) =>
    (callee.kind === 'name' || callee.kind === 'attribute') && around.has(callee.name)
      ? given.flatMap(({ value }) => resolveFrom(tree, value, MAX_STEPS) ?? [])
      : [],
  );
}

/** Whether a text replaces a dotted name, or a module or class that contains it, for code at a place. */
export function isReplaced(tree: Tree, name: string, place: Node): boolean {
  if (isOrHolds(replacedNames(tree), name)) return true;
  if (!isOrHolds(patchedNames(tree), name)) return false;
  const around = patchesAround(place).flatMap((call) => replacedBy(tree, call) ?? []);
  return (
    isOrHolds(new Set(around), name) ||
    functionsAround(place).some((each) => patchedFunctions(tree).has(each))
  );
}

function isOrHolds(names: ReadonlySet<string>, name: string): boolean {
  if (names.size === 0) return false;
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1))
    if (names.has(name.slice(0, end))) return true;
  return false;
}

/** The calls that replace a name while the code at a place runs, as far as they stand around it. */
function patchesAround(place: Node): readonly Call[] {
  const found: Call[] = [];
  for (let child = place, at = place.parent; at; child = at, at = at.parent)
    if (at.kind === 'block' || ((at.kind === 'function' || at.kind === 'class') && isStatement(child)))
      found.push(...patchesOf(at).filter((call) => call.parent !== child));
  return found;
}

/** The calls that replace a name for the body of a block or definition. */
const patchesOf = once((node: Block | FunctionDefinition | ClassDefinition): readonly Call[] => {
  const roots = node.kind === 'block' ? node.items : node.kind === 'class' ? node.decorators : [node];
  return roots
    .flatMap((root) => [...walk(root)])
    .filter((each) => each.kind === 'call' && isPatching(each) && extentOf(each) === node) as Call[];
});

/** The block, function or class for which a call replaces a name; undefined if that may last longer. */
function extentOf(node: Attribute | Call): Node | undefined {
  const { parent } = node;
  if (node.kind === 'attribute') return undefined;
  if (parent?.kind === 'function' || parent?.kind === 'class') return parent;
  const block = parent?.kind === 'item' ? parent.parent : undefined;
  return block?.kind === 'block' && !runsOtherCode(block) ? block : testThatGets(node);
}

/** The test whose parameter a call is a method of: `monkeypatch.setattr(…)` holds until the test ends. */
function testThatGets({ callee }: Call): FunctionDefinition | undefined {
  let root = callee;
  while (root.kind === 'attribute') root = root.object;
  const scope = root.kind === 'name' ? scopeOf(root) : undefined;
  const isAsking =
    scope?.kind === 'function' &&
    isTest(scope.name) &&
    root !== callee &&
    scope.parameters.some(({ name }) => root.kind === 'name' && name === root.name);
  return isAsking ? scope : undefined;
}

/** Whether code that is not in a block runs in it: what is around a generator's `yield`, or what a function is given. */
function runsOtherCode(block: Block): boolean {
  const given = new Set<string>();
  for (let at = block.parent; at; at = at.parent)
    if (at.kind === 'function') for (const { name } of at.parameters) given.add(name);
  return [...walk(block)].some(
    (node) =>
      node.kind === 'yield' ||
      (node.kind === 'call' && node.callee.kind === 'name' && given.has(node.callee.name)),
  );
}

/** Code that may assign to a name of another module: assigned attributes, and calls that patch. */
const replacersIn = cachedBySection((section): readonly (Attribute | Call)[] => {
  // A module is never called `self`.
  const assigned = attributesSetOutsideIn(section);
  const calls = patchesIn(section);
  return calls.length === 0 ? assigned : [...assigned, ...calls];
});

const patchesIn = cachedBySection(({ nodes }): readonly Call[] => {
  const { words } = nodes;
  const mayPatch = nodes.item.length > 0 || words.name.some(isPatch) || words.attribute.some(isPatch);
  return mayPatch ? nodes.call.filter(isPatching) : NO_CALLS;
});

const NO_CALLS: readonly Call[] = [];

/** The attributes that a section assigns on anything other than `self`. */
export const attributesSetOutsideIn = cachedBySection((section) =>
  attributesAssignedIn(section).filter(({ object }) => !(object.kind === 'name' && object.name === 'self')),
);

/** The names of attributes that calls in a section set on anything other than `self`: `setattr(Model, 'dim', 4)` */
export const attributesPatchedIn = (tree: Tree, section: Section): readonly string[] =>
  patchesIn(section).flatMap(({ arguments: [object, name] }) => {
    const isOwn = object?.value.kind === 'name' && object.value.name === 'self';
    return !isOwn && name?.value.kind === 'string' ? (stringValue(tree.text, name.value) ?? []) : [];
  });

/** The attributes that a section assigns. */
export const attributesAssignedIn = cachedBySection(({ nodes }): readonly Attribute[] => {
  const found: Attribute[] = [];
  for (const { targets } of nodes.assignment) for (const target of targets) addAttributes(found, target);
  return found;
});

function addAttributes(found: Attribute[], target: Expression): void {
  if (target.kind === 'attribute') found.push(target);
  else if (target.kind === 'tuple' || target.kind === 'list')
    for (const element of target.elements) addAttributes(found, element);
  else if (target.kind === 'starred') addAttributes(found, target.value);
}

/**
 * `setattr(module, 'name', …)`, `mock.patch.object(module, 'name')`, `mock.patch('module.name')`, or a context manager of the
 * program that gets the same: `with patched(module, 'name', …):`
 */
const PATCHES: ReadonlySet<string> = new Set(['setattr', '__setattr__', 'object', 'patch', 'multiple']);
const isPatch = (name: string) => PATCHES.has(name);

const isPatching = ({ callee, parent, arguments: given }: Call) =>
  (callee.kind === 'attribute' || callee.kind === 'name') &&
  (isPatch(callee.name) ||
    (given.length > 2 && parent?.kind === 'item' && given[1]!.value.kind === 'string'));

function patched(tree: Tree, { callee, arguments: [target, attribute] }: Call): string | undefined {
  const textOf = (node: Expression | undefined) =>
    node?.kind === 'string' ? stringValue(tree.text, node) : undefined;
  if (target?.value.kind === 'string') return textOf(target.value);
  const name = textOf(attribute?.value);
  const isMultiple = callee.kind === 'attribute' && callee.name === 'multiple';
  const object = target && resolveFrom(tree, target.value, MAX_STEPS);
  // A name that is computed may be any.
  return object === undefined || isMultiple || name === undefined ? object : `${object}.${name}`;
}

function resolveFrom(tree: Tree, expression: Expression, steps: number): string | undefined {
  let path = '';
  let node = expression;
  for (; node.kind === 'attribute'; node = node.object) {
    if (node.name === '') return undefined;
    path = `.${node.name}${path}`;
  }
  const root = node.kind === 'name' ? resolveName(tree, node, steps) : undefined;
  return root === undefined ? undefined : root + path;
}

function resolveName(tree: Tree, name: Name, steps: number): string | undefined {
  const bindings = bindingsOf(tree, name);
  if (!bindings) return BUILTINS.has(name.name) && !importsAll(tree) ? `builtins.${name.name}` : undefined;
  if (steps === 0 || bindings.length > MAX_BINDINGS) return undefined;
  if (bindings.length === 1) return targetOf(tree, bindings[0]!, steps);
  const targets = new Set(bindings.map((binding) => targetOf(tree, binding, steps)));
  const [target] = targets;
  if (targets.size === 1) return target;
  // The import that is tried first counts; another import, or `= None`, is a fallback.
  const tried = bindings.filter((binding) => !isFallback(binding));
  const standIns = bindings.filter(isFallback);
  const first = new Set(tried.map((binding) => binding.target));
  const certain =
    first.size === 1 && standIns.every(({ kind, value }) => kind === 'import' || value?.kind === 'constant');
  return certain ? [...first][0] : undefined;
}

function targetOf(tree: Tree, { kind, target, value }: Binding, steps: number): string | undefined {
  return kind === 'assignment' && value ? aliasOf(tree, value, steps) : target;
}

/** The dotted name that an assigned expression refers to. */
const aliasOf = cached((tree, value: Expression, steps: number) => resolveFrom(tree, value, steps - 1));

const isFallback = ({ node }: Binding) => blockOf(node)?.keyword === 'except';

/** The only binding that can determine the value of a name where it is used. */
export function bindingOf(tree: Tree, name: Name): Binding | undefined {
  const bindings = bindingsOf(tree, name);
  return bindings?.length === 1 ? bindings[0] : undefined;
}

/** Chains of names are followed this far. */
const MAX_NAMES = 16;

/** The expression behind names that have a single value. */
export function writtenFor(tree: Tree, expression: Expression): Expression {
  let node = expression;
  for (let i = 0; node.kind === 'name' && i < MAX_NAMES; i++) {
    const binding = bindingOf(tree, node);
    if (binding?.kind !== 'assignment' || !binding.value) break;
    node = binding.value;
  }
  return node;
}

/** The bindings that can determine the value of a name where it is used; undefined if nothing in the file binds it. */
export const bindingsOf = cached(findBindings);

function findBindings(tree: Tree, name: Name): readonly Binding[] | undefined {
  let deferred = false;
  for (let scope: Scope | undefined = scopeOf(name), inner = true; scope; scope = scopeAround(scope)) {
    if (inner || scope.kind !== 'class') {
      const bindings = bindingsFor(tree, scope, name.name);
      if (bindings && bindings.length > MAX_BINDINGS) return bindings;
      if (bindings) return deferred ? lasting(bindings, scope) : reaching(bindings, name);
    }
    // The body of a function or lambda runs later; that of a comprehension or class runs at once.
    if (scope.kind === 'function' || scope.kind === 'lambda') deferred = true;
    if (scope.kind !== 'comprehension') inner = false;
  }
  return undefined;
}

/** The bindings of a scope that apply when functions inside it run. */
function lasting(bindings: readonly Binding[], scope: Scope): readonly Binding[] {
  const last = bindings.at(-1)!;
  const replaced = bindings.every(({ kind }) => kind === 'import') && containerOf(last.node) === scope;
  return replaced ? [last] : bindings;
}

/** The bindings of a scope that can be the last one before a place in it. */
function reaching(bindings: readonly Binding[], use: Node): readonly Binding[] {
  if (bindings.length === 1 || bindings.some(({ outside }) => outside)) return bindings;
  const last = bindings.findLast(({ from }) => from <= use.start);
  if (!last) return bindings;
  const container = containerOf(last.node);
  for (let at = use.parent; at; at = at.parent) {
    if (at === container) return [last];
    // Later bindings in a loop reach its start in the next iteration.
    if (isLoop(at) && bindings.some(({ node }) => isWithin(node, at))) return bindings;
  }
  return bindings;
}

/** The block or definition that contains a node's statement; a `with` counts as part of the code around it. */
function containerOf(node: Node): Node | undefined {
  if (node.kind === 'parameter') return node.parent;
  let at: Node | undefined = node;
  if (!isBlockItself(at)) {
    while (at && !isStatement(at)) at = at.parent;
    at = at?.parent;
  }
  while (at?.kind === 'block' && at.keyword === 'with') at = at.parent;
  return at;
}

/** Whether a binding's node is the block or definition in whose body the name is bound. */
const isBlockItself = (node: Node) => node.kind === 'block' || node.kind === 'comprehension';

function blockOf(node: Node): Block | undefined {
  for (let at = node.parent; at; at = at.parent) if (at.kind === 'block') return at;
  return undefined;
}

// ---------------------------------------------------------------- Scopes

/** The scope in which a node's names are looked up first. */
function scopeOf(node: Node): Scope | undefined {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    switch (at.kind) {
      case 'module':
        return at;
      case 'function':
      case 'class':
        // Decorators, bases, defaults and annotations belong to the surrounding scope.
        if (isStatement(child)) return at;
        break;
      case 'lambda':
        if (child === at.body) return at;
        break;
      case 'comprehension':
        if (!(child === at.generators[0] && isWithin(node, at.generators[0].iterable))) return at;
        break;
    }
  }
  return node.kind === 'module' ? node : undefined;
}

const scopeAround = (scope: Scope): Scope | undefined => (scope.parent ? scopeOf(scope) : undefined);

/** Whether there is a `from … import *`: it may bind any name that nothing else binds. */
const importsAll = cachedFact(
  ({ sections }) => sections.some(importsAllIn),
  (a, b) => a === b,
);

/** Only a module can contain `import *`. */
export const importsAllIn = cachedBySection(({ statements }) => {
  const pending = [statements];
  for (let body = pending.pop(); body; body = pending.pop()) {
    for (const statement of body) {
      if (statement.kind === 'block') pending.push(statement.body);
      else if (statement.kind === 'import' && statement.star) return true;
    }
  }
  return false;
});

/** The bindings of a name in a scope. */
function bindingsFor(tree: Tree, scope: Scope, name: string): readonly Binding[] | undefined {
  if (scope.kind === 'module' || isDivided(scope)) noteLookup(name);
  return bindingsIn(tree, scope).get(name);
}

type AllBindings = ReadonlyMap<string, readonly Binding[]>;

function bindingsIn(tree: Tree, scope: Scope): AllBindings {
  if (scope.kind === 'module') return moduleBindings(tree);
  return isDivided(scope) ? classBindings(tree, scope) : bindingsWithin(namesOf(sectionOf(scope)), scope);
}

/** The names that a scope binds: everywhere in the scope they mean its own variables. */
export const localsOf = (tree: Tree, scope: Exclude<Scope, Module>): AllBindings => bindingsIn(tree, scope);

/** The bindings of the module, by its own statements or by code that declares a name global. */
export const moduleBindings = cachedByTree((tree): AllBindings => {
  const names = tree.sections.map(namesOf);
  const merged = merge([...names.map(({ module }) => module), ...declaredByClasses(tree)]);
  for (const name of new Set(names.flatMap(({ declared }) => declared))) {
    const list = merged.get(name);
    if (list) merged.set(name, list.map(asOutside));
  }
  return merged;
});

/** The bindings that classes add to the module through `global`. */
function declaredByClasses({ sections }: Tree): Bindings[] {
  const classes = new Set(
    sections.flatMap((section) =>
      namesOf(section).declaredByMembers.length > 0 ? section.members[0]!.parent! : [],
    ),
  );
  return [...classes].filter(isDivided).flatMap((owner) => {
    const declared = declaredBy(owner);
    return partsOf(owner).map(
      ({ members }) =>
        new Map(
          [...members].flatMap(([name, list]) => (declared.has(name) ? [[name, list.map(asOutside)]] : [])),
        ),
    );
  });
}

const ofClasses = new Attached<
  ClassDefinition,
  { readonly parts: readonly Names[]; readonly all: AllBindings }
>();

const classBindings = (tree: Tree, owner: ClassDefinition): AllBindings => ofClassesIn(tree)(owner);

/** The bindings of a class; cached until an edit changes one of its sections. */
const ofClassesIn = cachedByTree((_tree) =>
  onceWithin((owner: ClassDefinition): AllBindings => {
    const parts = partsOf(owner);
    const known = ofClasses.get(owner);
    if (known?.parts.length === parts.length && known.parts.every((part, i) => part === parts[i]))
      return known.all;
    const all = merge(parts.map(({ members }) => members));
    for (const { declaredByMembers } of parts) for (const name of declaredByMembers) all.delete(name);
    ofClasses.set(owner, { parts, all });
    return all;
  }),
);

/** The names of the sections that hold the members of a class. */
function partsOf({ body }: ClassDefinition): Names[] {
  const parts: Names[] = [];
  for (const member of body) {
    const part = namesOf(sectionOf(member));
    // The members of a section follow each other.
    if (part !== parts.at(-1)) parts.push(part);
  }
  return parts;
}

const declaredBy = (owner: ClassDefinition): ReadonlySet<string> =>
  new Set(partsOf(owner).flatMap(({ declaredByMembers }) => declaredByMembers));

function merge(parts: readonly Bindings[]): Bindings {
  const merged: Bindings = new Map();
  const several = new Map<string, Binding[]>();
  for (const part of parts)
    for (const [name, list] of part) {
      const known = several.get(name) ?? merged.get(name)?.slice();
      if (known) {
        known.push(...list);
        several.set(name, known);
      }
      merged.set(name, known ?? list);
    }
  for (const list of several.values()) sorted(list);
  return merged;
}

/** The names of a section; those of nested scopes are found on first use. */
interface Names {
  /** Bindings in the module. */
  readonly module: Bindings;
  /** Bindings in the class whose members are in the section. */
  readonly members: Bindings;
  scopes: Map<Node, Bindings> | undefined;
  /** Names that the module itself declares global. */
  readonly declared: string[];
  /** Names that the class itself declares global. */
  readonly declaredByMembers: string[];
}

const namesOf = cachedBySection((section): Names => {
  const module: Bindings = new Map();
  const members: Bindings = new Map();
  collectBody(module, section.statements);
  collectBody(members, section.members);
  const names: Names = { module, members, scopes: undefined, declared: [], declaredByMembers: [] };
  bindOutward(section, names);
  for (const bindings of [module, members, ...(names.scopes?.values() ?? [])]) sortAll(bindings);
  return names;
});

/** The names that a section binds or declares in the module, with their bindings. */
export function moduleBindingsIn(section: Section): Iterable<readonly [string, readonly Binding[]]> {
  const { module, declared } = namesOf(section);
  const others = declared.filter((name) => !module.has(name));
  return others.length === 0 ? module : [...module, ...others.map((name) => [name, []] as const)];
}

/** The names that a section binds or declares in the module or in a class. */
export function namesBoundIn(section: Section): readonly string[] {
  const { module, members, declared, declaredByMembers } = namesOf(section);
  return [...module.keys(), ...members.keys(), ...declared, ...declaredByMembers];
}

function bindingsWithin(names: Names, scope: Scope): Bindings {
  if (scope.kind === 'module') return names.module;
  if (isDivided(scope)) return names.members;
  names.scopes ??= new Map();
  let bindings = names.scopes.get(scope);
  if (!bindings) {
    bindings = collect(scope);
    names.scopes.set(scope, bindings);
    sortAll(bindings);
  }
  return bindings;
}

function sortAll(bindings: Bindings): void {
  for (const list of bindings.values()) if (list.length > 1) sorted(list);
}

const sorted = (list: Binding[]) => list.sort((a, b) => a.from - b.from);

/** The bindings of a scope itself, without walruses. */
function collect(scope: Exclude<Scope, Module>): Bindings {
  const bindings: Bindings = new Map();
  switch (scope.kind) {
    case 'comprehension':
      for (const { target } of scope.generators) bindTargets(bindings, target, scope, scope.start);
      return bindings;
    case 'lambda':
      bindParameters(bindings, scope);
      return bindings;
    case 'function':
      bindParameters(bindings, scope);
  }
  collectBody(bindings, scope.body);
  return bindings;
}

/** The bindings of a body's statements, including its blocks. */
function collectBody(bindings: Bindings, statements: readonly Statement[]): void {
  const pending = [statements];
  for (let body = pending.pop(); body; body = pending.pop()) {
    for (const statement of body) {
      switch (statement.kind) {
        case 'import':
          for (const name of statement.names) bindImport(bindings, statement.from, name, statement);
          break;
        case 'assignment':
          bindAssignment(bindings, statement);
          break;
        case 'function':
        case 'class': {
          const { name, nameStart, kind, end } = statement;
          bind(bindings, new MovingBinding(name, kind, statement, nameStart, end));
          break;
        }
        case 'block':
          if (statement.target) bindTargets(bindings, statement.target, statement, statement.start);
          for (const { target, end } of statement.items)
            if (target) bindTargets(bindings, target, statement, end);
          pending.push(statement.body);
          break;
        case 'simple':
          if (statement.keyword !== 'del') break;
          for (const value of statement.values) bindTargets(bindings, value, statement, statement.end);
          break;
      }
    }
  }
}

/** A binding whose offsets follow its node, which edits move. */
class MovingBinding implements Binding {
  private readonly startsBy: number;
  /** Edits of its members do not change a class as a binding, which holds from the end of the class on. */
  private readonly holdsBy: number;

  constructor(
    readonly name: string,
    readonly kind: BindingKind,
    readonly node: Node,
    start: number,
    from: number,
    readonly target: string | undefined = undefined,
    readonly value: Expression | undefined = undefined,
    readonly outside = false,
  ) {
    this.startsBy = start - node.start;
    this.holdsBy = from - node.end;
  }

  get start(): number {
    return this.node.start + this.startsBy;
  }

  get end(): number {
    return this.start + this.name.length;
  }

  get from(): number {
    return this.node.end + this.holdsBy;
  }
}

/** A binding as seen by a scope that did not make it. */
function asOutside({ name, kind, node, start, from, target, value }: Binding): Binding {
  return new MovingBinding(name, kind === 'import' ? kind : 'other', node, start, from, target, value, true);
}

function bind(bindings: Bindings, binding: Binding): void {
  if (binding.name !== '') addTo(bindings, binding.name, binding);
}

function bindParameters(bindings: Bindings, scope: FunctionDefinition | Lambda): void {
  for (const node of scope.parameters) {
    const { name, nameStart } = node;
    bind(bindings, new MovingBinding(name, 'parameter', node, nameStart, scope.start));
  }
}

function bindImport(
  bindings: Bindings,
  from: string | undefined,
  imported: ImportedName,
  node: Statement,
): void {
  const { name, alias, aliasStart, start } = imported;
  if (name === '') return;
  if (alias !== undefined || from !== undefined) {
    const target = from === undefined ? name : from.endsWith('.') ? from + name : `${from}.${name}`;
    const at = alias === undefined ? start : aliasStart;
    bind(bindings, new MovingBinding(alias ?? name, 'import', node, at, node.end, target));
    return;
  }
  const [root = ''] = name.split('.', 1);
  bind(bindings, new MovingBinding(root, 'import', node, start, node.end, root));
}

function bindAssignment(bindings: Bindings, node: Extract<Statement, { kind: 'assignment' }>): void {
  for (const target of node.targets) {
    if (target.kind !== 'name' || node.operator !== '=') bindTargets(bindings, target, node, node.end);
    else if (node.value) {
      const { name, start } = target;
      bind(bindings, new MovingBinding(name, 'assignment', node, start, node.end, undefined, node.value));
    }
  }
}

/** Names in a target of any form, bound to unknown values. */
function bindTargets(bindings: Bindings, target: Expression, node: Node, from: number): void {
  const pending = [target];
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (at.kind === 'name') bind(bindings, new MovingBinding(at.name, 'other', node, at.start, from));
    else if (at.kind === 'tuple' || at.kind === 'list') pending.push(...at.elements);
    else if (at.kind === 'starred') pending.push(at.value);
  }
}

/** Adds bindings from other scopes: walruses in comprehensions, `global` and `nonlocal`. */
function bindOutward(section: Section, names: Names): void {
  const declared: { name: string; scope: Scope; keyword: string }[] = [];
  for (const node of outwardIn(section)) {
    let scope = scopeOf(node)!;
    if (node.kind === 'simple') {
      for (const value of node.values)
        if (value.kind === 'name') declared.push({ name: value.name, scope, keyword: node.keyword });
    } else if (node.target.kind === 'name') {
      while (scope.kind === 'comprehension') scope = scopeAround(scope)!;
      const { name, start } = node.target;
      bind(bindingsWithin(names, scope), new MovingBinding(name, 'other', node, start, node.end));
    }
  }
  for (const { name, scope, keyword } of declared) moveOut(names, scope, name, keyword);
}

const outwardIn = ({ nodes: { simple, walrus } }: Section): readonly (Simple | Walrus)[] =>
  simple.some(isDeclaration) ? [...simple.filter(isDeclaration), ...walrus] : walrus;

const isDeclaration = ({ keyword }: Simple) => keyword === 'global' || keyword === 'nonlocal';

/** Moves the bindings of a name that a scope declares global or nonlocal to the scope that this means. */
function moveOut(names: Names, scope: Scope, name: string, keyword: string): void {
  if (scope.kind === 'module') {
    names.declared.push(name);
    return;
  }
  if (isDivided(scope)) {
    names.declaredByMembers.push(name);
    return;
  }
  const inner = bindingsWithin(names, scope);
  const moved = inner.get(name) ?? [];
  inner.delete(name);
  let outer: Scope | undefined;
  if (keyword === 'nonlocal') {
    outer = scopeAround(scope);
    while (outer && (outer.kind === 'class' || !bindingsWithin(names, outer).has(name)))
      outer = scopeAround(outer);
  }
  const bindings = outer ? bindingsWithin(names, outer) : names.module;
  for (const binding of moved) bind(bindings, asOutside(binding));
}

// ---------------------------------------------------------------- Names in scope

/** All names that are usable at an offset, the innermost scope first, without Python's builtins. */
export function visibleNames(tree: Tree, offset: number): readonly Binding[] {
  const visible = new Map<string, Binding>();
  let deferred = false;
  for (
    let scope: Scope | undefined = scopeAt(tree, offset), inner = true;
    scope;
    scope = scopeAround(scope)
  ) {
    if (inner || scope.kind !== 'class') {
      for (const [name, bindings] of bindingsIn(tree, scope)) {
        const binding = deferred ? bindings.at(-1) : bindings.findLast(({ from }) => from <= offset);
        if (binding && !visible.has(name)) visible.set(name, binding);
      }
    }
    if (scope.kind === 'function' || scope.kind === 'lambda') deferred = true;
    if (scope.kind !== 'comprehension') inner = false;
  }
  return [...visible.values()];
}

/** The scope at an offset: on an empty line, the one that matches its indentation. */
function scopeAt(tree: Tree, offset: number): Scope {
  let node: Node = nodeAt(tree, offset);
  let lineStart = offset;
  while (' \t'.includes(tree.text[lineStart - 1] ?? '\n')) lineStart--;
  if ((tree.text[lineStart - 1] ?? '\n') === '\n') {
    const column = offset - lineStart;
    node = lastStatement(tree, offset) ?? node;
    while (node.parent && isStatement(node) && node.end < offset && node.indent >= column) node = node.parent;
  }
  if (node.kind === 'module' || node.kind === 'function' || node.kind === 'class') return node;
  return scopeOf(node) ?? tree.module;
}

/** The last statement that starts before an offset. */
function lastStatement(tree: Tree, offset: number): Statement | undefined {
  let found: Statement | undefined;
  for (let body = tree.module.body; ; ) {
    const last = body.findLast(({ start }) => start < offset);
    if (!last) return found;
    found = last;
    if (!('body' in last)) return found;
    body = last.body;
  }
}

/** Python's builtins that make values, or end the program. */
const BUILTINS = new Set(
  (
    'abs all any bool bytearray bytes callable complex delattr dict divmod enumerate exit filter float frozenset getattr ' +
    'hasattr hash id input int isinstance iter len list map max memoryview min next object open pow print ' +
    'property quit range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip'
  ).split(' '),
);
