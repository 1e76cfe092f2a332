import { decodeString } from './strings';
import {
  type Block,
  type Call,
  type Comprehension,
  type Expression,
  type FunctionDefinition,
  type ImportedName,
  isStatement,
  type Lambda,
  type Module,
  type Name,
  type Node,
  nodeAt,
  nodesOf,
  ofSection,
  type Simple,
  type Statement,
  type Tree,
  type Walrus,
} from './tree';

/** What a name was bound by. */
export type BindingKind =
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
  /** Where the name stands. */
  readonly start: number;
  readonly end: number;
  /** The statement, or the part of one, that binds. */
  readonly node: Node;
  /** From here on the name is bound. */
  readonly from: number;
  /** Dotted name of what was imported. */
  readonly target: string | undefined;
  /** What was assigned. */
  readonly value: Expression | undefined;
  /** Bound from within another scope, by `global` or `nonlocal`. */
  readonly outside: boolean;
}

/** What names are looked up in; a comprehension and a lambda are such scopes, too. */
export type Scope = Extract<Node, { kind: 'module' | 'function' | 'class' }> | Lambda | Comprehension;

type Bindings = Map<string, Binding[]>;

/** What is known of a tree's names: of a scope from when it is first asked for. */
interface Names {
  readonly module: Module;
  readonly scopes: Map<Node, Bindings>;
  /** What assignments refer to. One that is still being resolved counts as nothing, so that circles end. */
  readonly aliases: Map<Binding, string | undefined>;
  /** What has been looked up: rules ask for a name again and again. */
  readonly found: Map<Name, readonly Binding[] | null>;
  /** Somewhere stands `from … import *`: a name bound nowhere may come from there. */
  readonly star: boolean;
}

/** Aliases of aliases are followed this far. */
const MAX_STEPS = 100;
/** A name that a scope binds more often has no certain meaning: to resolve it again for each use would take too long. */
const MAX_BINDINGS = 500;

// ---------------------------------------------------------------- What a name refers to

/**
 * The dotted name that an expression refers to, such as `tensorflow.raw_ops.ConfigureTPUEmbedding`; names
 * that Python brings along begin with `builtins.`, relative imports with their dots. It is undefined wherever
 * it is not certain: where branches import different things, behind parameters, and for what the file itself
 * defines. Of `try: import a as x`, `except ImportError: import b as x` the first counts, as both must do.
 */
export function resolve(tree: Tree, expression: Expression): string | undefined {
  const names = namesOf(tree);
  const name = resolveFrom(names, expression, MAX_STEPS);
  return name !== undefined && isReplaced(tree, names, name) ? undefined : name;
}

const replaced = new WeakMap<Tree, ReadonlySet<string>>();

/** Whether a text assigns to what a dotted name stands for, or to a module or class around: `tf.tpu = …`. */
function isReplaced(tree: Tree, names: Names, name: string): boolean {
  let all = replaced.get(tree);
  if (!all) {
    const targets = tree.sections.flatMap(attributesSetIn);
    const patches = tree.sections.flatMap(patchesIn);
    all = new Set([
      ...targets.flatMap((target) => resolveFrom(names, target, MAX_STEPS) ?? []),
      ...patches.flatMap((call) => patched(tree, names, call) ?? []),
    ]);
    replaced.set(tree, all);
  }
  if (all.size === 0) return false;
  for (let end = name.length; end > 0; end = name.lastIndexOf('.', end - 1))
    if (all.has(name.slice(0, end))) return true;
  return false;
}

/** `setattr(module, 'name', …)`, `mock.patch.object(module, 'name')`, `mock.patch('module.name')` */
const PATCHES: ReadonlySet<string> = new Set(['setattr', 'object', 'patch']);

const patchesIn = ofSection((section) =>
  nodesOf(section).filter(
    (node): node is Call =>
      node.kind === 'call' &&
      (node.callee.kind === 'attribute' || node.callee.kind === 'name') &&
      PATCHES.has(node.callee.name),
  ),
);

function patched({ text }: Tree, names: Names, { arguments: [target, attribute] }: Call): string | undefined {
  const textOf = (node: Expression | undefined) =>
    node?.kind === 'string' ? decodeString(text, node)?.value : undefined;
  if (target?.value.kind === 'string') return textOf(target.value);
  const name = textOf(attribute?.value);
  const object = target && name !== undefined ? resolveFrom(names, target.value, MAX_STEPS) : undefined;
  return object === undefined ? undefined : `${object}.${name}`;
}

const attributesSetIn = ofSection((section) =>
  nodesOf(section).flatMap((node) =>
    node.kind === 'assignment' ? node.targets.filter(({ kind }) => kind === 'attribute') : [],
  ),
);

function resolveFrom(names: Names, expression: Expression, steps: number): string | undefined {
  const path: string[] = [];
  let node = expression;
  for (; node.kind === 'attribute'; node = node.object) {
    if (node.name === '') return undefined;
    path.push(node.name);
  }
  if (node.kind !== 'name') return undefined;
  const root = resolveName(names, node, steps);
  if (root === undefined) return undefined;
  path.push(root);
  return path.reverse().join('.');
}

function resolveName(names: Names, name: Name, steps: number): string | undefined {
  const bindings = bindingsOf(names, name);
  if (!bindings) return builtins.has(name.name) && !names.star ? `builtins.${name.name}` : undefined;
  if (steps === 0 || bindings.length > MAX_BINDINGS) return undefined;
  if (bindings.length === 1) return targetOf(names, bindings[0]!, steps);
  const targets = new Set(bindings.map((binding) => targetOf(names, binding, steps)));
  const [target] = targets;
  if (targets.size === 1) return target;
  // The import that is tried first; another one, or `= None`, stands in for it.
  const tried = bindings.filter((binding) => !isFallback(binding));
  const standIns = bindings.filter(isFallback);
  const first = new Set(tried.map((binding) => binding.target));
  const certain =
    first.size === 1 && standIns.every(({ kind, value }) => kind === 'import' || value?.kind === 'constant');
  return certain ? [...first][0] : undefined;
}

function targetOf(names: Names, binding: Binding, steps: number): string | undefined {
  const { kind, target, value } = binding;
  if (kind !== 'assignment' || !value) return target;
  const { aliases } = names;
  if (!aliases.has(binding)) {
    aliases.set(binding, undefined);
    aliases.set(binding, resolveFrom(names, value, steps - 1));
  }
  return aliases.get(binding);
}

const isFallback = ({ node }: Binding) => blockOf(node)?.keyword === 'except';

/** The only binding whose value a name can have where it stands. */
export function bindingOf(tree: Tree, name: Name): Binding | undefined {
  const bindings = bindingsOf(namesOf(tree), name);
  return bindings?.length === 1 ? bindings[0] : undefined;
}

/** The bindings whose value a name can have where it stands; undefined if nothing in the file binds it. */
function bindingsOf(names: Names, name: Name): readonly Binding[] | undefined {
  let found = names.found.get(name);
  if (found === undefined) {
    found = findBindings(names, name) ?? null;
    names.found.set(name, found);
  }
  return found ?? undefined;
}

function findBindings(names: Names, name: Name): readonly Binding[] | undefined {
  let deferred = false;
  for (let scope: Scope | undefined = scopeOf(name), inner = true; scope; scope = scopeAround(scope)) {
    if (inner || scope.kind !== 'class') {
      const bindings = bindingsIn(names, scope).get(name.name);
      if (bindings && bindings.length > MAX_BINDINGS) return bindings;
      if (bindings) return deferred ? lasting(bindings, scope) : reaching(bindings, name);
    }
    // What a function or a lambda does it does later; a comprehension and a class body at once.
    if (scope.kind === 'function' || scope.kind === 'lambda') deferred = true;
    if (scope.kind !== 'comprehension') inner = false;
  }
  return undefined;
}

/** Those of a scope's bindings that stand when its functions run. */
function lasting(bindings: readonly Binding[], scope: Scope): readonly Binding[] {
  const last = bindings.at(-1)!;
  const replaced = bindings.every(({ kind }) => kind === 'import') && containerOf(last.node) === scope;
  return replaced ? [last] : bindings;
}

/** Those of a scope's bindings that can have been the last before a place in that scope. */
function reaching(bindings: readonly Binding[], use: Node): readonly Binding[] {
  if (bindings.length === 1 || bindings.some(({ outside }) => outside)) return bindings;
  const last = bindings.findLast(({ from }) => from <= use.start);
  if (!last) return bindings;
  const container = containerOf(last.node);
  for (let at = use.parent; at; at = at.parent) {
    if (at === container) return [last];
    // What a loop binds later reaches its start again.
    if (isLoop(at) && bindings.some(({ node }) => isWithin(node, at))) return bindings;
  }
  return bindings;
}

const isLoop = (node: Node): node is Block =>
  node.kind === 'block' && (node.keyword === 'for' || node.keyword === 'while');

const isWithin = (node: Node, outer: Node) => outer.start <= node.start && node.end <= outer.end;

/** The block or definition that a node's statement runs with; the body of a `with` runs with what is around. */
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
export function scopeOf(node: Node): Scope | undefined {
  for (let child = node, at = node.parent; at; child = at, at = at.parent) {
    switch (at.kind) {
      case 'module':
        return at;
      case 'function':
      case 'class':
        // Decorators, bases, defaults and annotations belong to the scope around.
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

const caches = new WeakMap<Tree, Names>();

function namesOf(tree: Tree): Names {
  let names = caches.get(tree);
  if (!names) {
    const { module } = tree;
    names = { module, scopes: new Map(), aliases: new Map(), found: new Map(), star: importsAll(module) };
    bindOutward(tree, names);
    caches.set(tree, names);
  }
  return names;
}

/** Whether a module imports all that another has; nothing else may. */
function importsAll({ body }: Module): boolean {
  const pending = [body];
  for (let statements = pending.pop(); statements; statements = pending.pop()) {
    for (const statement of statements) {
      if (statement.kind === 'block') pending.push(statement.body);
      else if (statement.kind === 'import' && statement.star) return true;
    }
  }
  return false;
}

function bindingsIn({ scopes }: Names, scope: Scope): Bindings {
  let bindings = scopes.get(scope);
  if (!bindings) {
    bindings = collect(scope);
    scopes.set(scope, bindings);
    for (const list of bindings.values()) sort(list);
  }
  return bindings;
}

const sort = (bindings: Binding[]) => bindings.length > 1 && bindings.sort((a, b) => a.from - b.from);

/** The bindings that a scope itself makes, save by walruses. */
function collect(scope: Scope): Bindings {
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
  const pending = [scope.body];
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
          const { name, nameStart: start, kind, end } = statement;
          bind(bindings, { name, kind, start, end: start + name.length, node: statement, from: end });
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
  return bindings;
}

type NewBinding = Pick<Binding, 'name' | 'kind' | 'start' | 'end' | 'node' | 'from'> & Partial<Binding>;

function bind(bindings: Bindings, binding: NewBinding): void {
  const { name } = binding;
  if (name === '') return;
  const complete: Binding = { target: undefined, value: undefined, outside: false, ...binding };
  const list = bindings.get(name);
  if (list) list.push(complete);
  else bindings.set(name, [complete]);
}

function bindParameters(bindings: Bindings, scope: FunctionDefinition | Lambda): void {
  for (const node of scope.parameters) {
    const { name, nameStart: start } = node;
    bind(bindings, { name, kind: 'parameter', start, end: start + name.length, node, from: scope.start });
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
  const base = { kind: 'import', node, from: node.end } as const;
  if (alias !== undefined || from !== undefined) {
    const target = from === undefined ? name : from.endsWith('.') ? from + name : `${from}.${name}`;
    const bound = alias ?? name;
    const at = alias === undefined ? start : aliasStart;
    bind(bindings, { ...base, name: bound, start: at, end: at + bound.length, target });
    return;
  }
  const [root = ''] = name.split('.');
  bind(bindings, { ...base, name: root, start, end: start + root.length, target: root });
}

function bindAssignment(bindings: Bindings, node: Extract<Statement, { kind: 'assignment' }>): void {
  for (const target of node.targets) {
    if (target.kind !== 'name' || node.operator !== '=') bindTargets(bindings, target, node, node.end);
    else if (node.value) {
      const { name, start, end } = target;
      bind(bindings, { name, kind: 'assignment', start, end, node, from: node.end, value: node.value });
    }
  }
}

/** Names bound to what is not known: those in a target of any form. */
function bindTargets(bindings: Bindings, target: Expression, node: Node, from: number): void {
  const pending = [target];
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (at.kind === 'name')
      bind(bindings, { name: at.name, kind: 'other', start: at.start, end: at.end, node, from });
    else if (at.kind === 'tuple' || at.kind === 'list') pending.push(...at.elements);
    else if (at.kind === 'starred') pending.push(at.value);
  }
}

/** Binds the names that are bound from within other scopes: by walruses in comprehensions, `global` and `nonlocal`. */
function bindOutward(tree: Tree, names: Names): void {
  const declared: { name: string; scope: Scope; keyword: string }[] = [];
  for (const node of tree.sections.flatMap(outwardIn)) {
    let scope = scopeOf(node)!;
    if (node.kind === 'simple') {
      for (const value of node.values)
        if (value.kind === 'name') declared.push({ name: value.name, scope, keyword: node.keyword });
    } else if (node.target.kind === 'name') {
      while (scope.kind === 'comprehension') scope = scopeAround(scope)!;
      const { name, start, end } = node.target;
      bind(bindingsIn(names, scope), { name, kind: 'other', start, end, node, from: node.end });
    }
  }
  for (const { name, scope, keyword } of declared) moveOut(names, scope, name, keyword);
  for (const bindings of names.scopes.values()) for (const list of bindings.values()) sort(list);
}

const outwardIn = ofSection((section) => nodesOf(section).filter(isOutward));

const isOutward = (node: Node): node is Simple | Walrus =>
  node.kind === 'walrus' ||
  (node.kind === 'simple' && (node.keyword === 'global' || node.keyword === 'nonlocal'));

/** Gives what a scope declares global or nonlocal to the scope that it means. */
function moveOut(names: Names, scope: Scope, name: string, keyword: string): void {
  const inner = bindingsIn(names, scope);
  const moved = inner.get(name) ?? [];
  inner.delete(name);
  let outer: Scope | undefined = names.module;
  if (keyword === 'nonlocal') {
    outer = scopeAround(scope);
    while (outer && (outer.kind === 'class' || !bindingsIn(names, outer).has(name)))
      outer = scopeAround(outer);
  }
  const bindings = bindingsIn(names, outer ?? names.module);
  for (const binding of moved) {
    const kind = binding.kind === 'import' ? 'import' : 'other';
    bind(bindings, { ...binding, kind, outside: true });
  }
}

// ---------------------------------------------------------------- Where names stand

const NONE: readonly Name[] = [];
const uses = new WeakMap<Tree, ReadonlyMap<string, readonly Name[]>>();

/** Wherever a name stands in a tree, whatever it means there; attributes, arguments and imports are no such names. */
export function namesCalled(tree: Tree, name: string): readonly Name[] {
  let byName = uses.get(tree);
  if (!byName) {
    byName = groupNames(tree);
    uses.set(tree, byName);
  }
  return byName.get(name) ?? NONE;
}

const namesIn = ofSection((section) => nodesOf(section).filter((node): node is Name => node.kind === 'name'));

function groupNames({ sections }: Tree): Map<string, Name[]> {
  const byName = new Map<string, Name[]>();
  for (const section of sections) {
    for (const node of namesIn(section)) {
      const others = byName.get(node.name);
      if (others) others.push(node);
      else byName.set(node.name, [node]);
    }
  }
  return byName;
}

// ---------------------------------------------------------------- What can be named

/** All names that can be used at an offset, the innermost scope's first, without Python's own. */
export function visibleNames(tree: Tree, offset: number): readonly Binding[] {
  const names = namesOf(tree);
  const visible = new Map<string, Binding>();
  let deferred = false;
  for (
    let scope: Scope | undefined = scopeAt(tree, offset), inner = true;
    scope;
    scope = scopeAround(scope)
  ) {
    if (inner || scope.kind !== 'class') {
      for (const [name, bindings] of bindingsIn(names, scope)) {
        const binding = deferred ? bindings.at(-1) : bindings.findLast(({ from }) => from <= offset);
        if (binding && !visible.has(name)) visible.set(name, binding);
      }
    }
    if (scope.kind === 'function' || scope.kind === 'lambda') deferred = true;
    if (scope.kind !== 'comprehension') inner = false;
  }
  return [...visible.values()];
}

/** The scope at an offset: on a line without code, the one that its indentation goes on with. */
export function scopeAt(tree: Tree, offset: number): Scope {
  let node: Node = nodeAt(tree, offset);
  const lineStart = tree.text.lastIndexOf('\n', offset - 1) + 1;
  if (/^[ \t]*$/.test(tree.text.slice(lineStart, offset))) {
    const column = offset - lineStart;
    node = lastStatement(tree, offset) ?? node;
    while (node.parent && isStatement(node) && node.end < offset && node.indent >= column) node = node.parent;
  }
  if (node.kind === 'module' || node.kind === 'function' || node.kind === 'class') return node;
  return scopeOf(node) ?? tree.module;
}

/** The last statement to start before an offset. */
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

/** Python's own names that values are made with. */
const builtins = new Set(
  (
    'abs all any bool bytearray bytes callable complex dict divmod enumerate filter float frozenset getattr ' +
    'hasattr hash id input int isinstance iter len list map max memoryview min next object open pow print ' +
    'property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip'
  ).split(' '),
);
