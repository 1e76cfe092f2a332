import { Random } from './random';

/** The type of a generated name, by its first letter. */
type Type = 'i' | 'f' | 's' | 'b' | 'l' | 'm' | 'd' | 'e' | 't' | 'z' | 'o' | 'g' | 'n' | 'a';

const TYPES: readonly Type[] = ['i', 'f', 's', 'b', 'l', 'm', 'd', 'e', 't', 'z', 'o', 'g', 'n', 'a'];

/** Special methods that Python calls implicitly; classes have some of them or none. */
const IMPLICIT = {
  __bool__: ['self', 'return self.n > 1'],
  __len__: ['self', 'return len(self.items)'],
  __iter__: ['self', 'return iter(self.items)'],
  __getitem__: ['self, index', 'return self.items[index] if self.items else index'],
  __contains__: ['self, value', 'return value in self.items'],
  __str__: ['self', 'return "object %d" % self.n'],
  __call__: ['self, x=1', 'return self.n + x'],
  __add__: ['self, other', 'return self.n'],
  __lt__: ['self, other', 'return self.n < other.n'],
  __setattr__: ['self, name, value', 'super().__setattr__(name, value)'],
} as const;
type Implicit = keyof typeof IMPLICIT;

/** Values that escape are changed, called or stored by a module that the evaluator does not see. */
const PRELUDE = `import asyncio
import contextlib
import copy
import enum
import functools
import itertools
import json
import math
import textwrap
from collections import OrderedDict, defaultdict
from dataclasses import dataclass, field, replace
from typing import NamedTuple
import opaque
from opaque import call, fail, fire, keep, maybe, mutate, number, pick, same, word
`;

interface Scope {
  /** Names that can be read. */
  readonly readable: Set<string>;
  /** Names that can be assigned to. */
  readonly own: Set<string>;
  /** Those bound in an outer scope. */
  readonly declared: ReadonlySet<string>;
  readonly depth: number;
  readonly isFunction: boolean;
  readonly isAsync: boolean;
  readonly inLoop: boolean;
  /** Of a method, its object. */
  readonly self?: string;
}

/** Generates a program that mixes common code with conditions, calls and changes of unknown outcome. */
export function program(seed: number, version: readonly [number, number], opaqueness: number): string {
  return new Generator(new Random(seed), version, opaqueness).program();
}

class Generator {
  private readonly lines: string[] = [];
  private left = 0;
  private lastName = 0;
  private readonly classes: string[] = [];
  private readonly coroutines: string[] = [];
  private readonly generators: string[] = [];
  private readonly managers: string[] = [];
  private readonly dataclasses = new Set<string>();
  private implicit: readonly Implicit[] = [];

  constructor(
    private readonly random: Random,
    private readonly version: readonly [number, number],
    /** The percentage of unpredictable code. */
    private readonly opaqueness: number,
  ) {}

  program(): string {
    const { random } = this;
    this.lines.push(...PRELUDE.trimEnd().split('\n'));
    const scope: Scope = {
      readable: new Set(),
      own: new Set(),
      declared: new Set(),
      depth: 0,
      isFunction: false,
      isAsync: false,
      inLoop: false,
    };
    this.left = 14 + random.below(30);
    if (random.chance(50))
      this.implicit = (Object.keys(IMPLICIT) as Implicit[]).filter(() => random.chance(25));
    this.classes.push('C0');
    this.defineClass(scope, '');
    for (const type of ['i', 'i', 's', 'l', 'l', 'd', 'm', 'o'] as const) this.bind(scope, '', type);
    while (this.left > 0) this.statement(scope, '');
    for (const name of scope.readable) if (random.chance(60)) this.lines.push(name);
    return `${this.lines.join('\n')}\n`;
  }

  // -------------------------------------------------------------- Names

  private name(scope: Scope, type: Type, isNew = false): string {
    const own = [...scope.own].filter((name) => name.startsWith(type));
    if (!isNew && own.length > 0 && this.random.chance(60)) return this.random.pick(own);
    return `${type}${this.lastName++}`;
  }

  private readable(scope: Scope, type: Type): string | undefined {
    const names = [...scope.readable].filter((name) => name.startsWith(type));
    return names.length > 0 ? this.random.pick(names) : undefined;
  }

  /** An expression of a given type for a bound name. */
  private existing(scope: Scope, type: Type): string {
    const object = this.readable(scope, 'o');
    if (object && this.random.chance(25)) {
      if (type === 'l') return `${object}.items`;
      if (type === 'i') return `${object}.n`;
      if (type === 'd') return `${object}.table`;
    }
    if (scope.self && this.random.chance(60)) {
      if (type === 'l') return `${scope.self}.items`;
      if (type === 'i') return `${scope.self}.n`;
      if (type === 'd') return `${scope.self}.table`;
    }
    if (type === 'l' && this.random.chance(15)) {
      const outer = this.readable(scope, 'm');
      if (outer) return `${outer}[${this.random.pick(['0', '-1'])}]`;
    }
    return this.readable(scope, type) ?? `(${this.fresh(scope, type, 1)})`;
  }

  private bind(scope: Scope, indent: string, type: Type): void {
    const value = this.expression(scope, type, 2);
    const name = this.name(scope, type);
    const form = this.random.below(12);
    if (form === 0 && type !== 'a') {
      const other = this.name(scope, type);
      this.lines.push(`${indent}${name} = ${other} = ${value}`);
      this.made(scope, other);
    } else if (form === 1 && !scope.declared.has(name))
      this.lines.push(`${indent}${name}: object = ${value}`);
    else if (form === 2) this.lines.push(`${indent}(${name} := ${value})`);
    else this.lines.push(`${indent}${name} = ${value}`);
    this.made(scope, name);
  }

  private made(scope: Scope, name: string): void {
    scope.own.add(name);
    scope.readable.add(name);
  }

  // -------------------------------------------------------------- Expressions

  private expression(scope: Scope, type: Type, depth: number): string {
    const text = this.anyExpression(scope, type, depth);
    return /^[\w.]*$|^"[^"]*"$|^[([{][^()[\]{}]*[)\]}]$/.test(text) ? text : `(${text})`;
  }

  private anyExpression(scope: Scope, type: Type, depth: number): string {
    const { random } = this;
    if (random.chance(12) && depth > 0) {
      const a = this.expression(scope, type, depth - 1);
      const b = this.expression(scope, type, depth - 1);
      return random.pick([
        `(${a} if ${this.condition(scope, depth - 1)} else ${b})`,
        `(${a} or ${b})`,
        `[${a}, ${b}][${this.index(scope, 2)}]`,
        `(lambda x, y=${b}: x)(${a})`,
        `{"k": ${a}}["k"]`,
        `(${a}, ${b})[-1]`,
        `copy.copy(${a})`,
        `pick(${a}, ${b})`,
        `(${a} and ${b})`,
        type === 'o' ? a : `copy.deepcopy(${a})`,
        `next(iter([${a}, ${b}]))`,
        `{"p": ${a}, **{"q": ${b}}}.get("q")`,
        `functools.partial(lambda x, y: y, ${a})(${b})`,
        `(lambda *p, **k: p[0] if p else k["v"])(${random.pick([a, `v=${a}`, `*[${a}]`, `**{"v": ${a}}`])})`,
      ]);
    }
    if (depth <= 0 || random.chance(35)) {
      const found = this.readable(scope, type);
      if (found && random.chance(75)) return this.existing(scope, type);
    }
    return this.fresh(scope, type, depth);
  }

  private condition(scope: Scope, depth: number): string {
    return this.random.chance(this.opaqueness) ? 'maybe()' : this.expression(scope, 'b', depth);
  }

  private index(scope: Scope, length: number): string {
    return this.random.chance(70)
      ? String(this.random.below(length))
      : `${this.expression(scope, 'i', 1)} % ${length}`;
  }

  private fresh(scope: Scope, type: Type, depth: number): string {
    const e = (other: Type) => this.expression(scope, other, depth - 1);
    const simple = depth <= 0;
    switch (type) {
      case 'i':
        return simple ? this.number() : this.random.pick(this.integers(scope, e))();
      case 'f':
        return simple
          ? this.random.pick(['0.5', '2.0', '1e3', '-0.25', '.1'])
          : this.random.pick(this.floats(e))();
      case 's':
        return simple ? this.text() : this.random.pick(this.texts(scope, e))();
      case 'b':
        return simple ? this.random.pick(['True', 'False']) : this.random.pick(this.truths(scope, e))();
      case 'l':
        return simple ? this.random.pick(['[]', '[1, 2]', '[3]']) : this.random.pick(this.lists(scope, e))();
      case 'm':
        return simple ? '[[1], [2, 3]]' : this.random.pick(this.nested(e))();
      case 'd':
        return simple
          ? this.random.pick(['{}', '{"a": 1}', '{"b": 2, "c": 3}'])
          : this.random.pick(this.dicts(scope, e))();
      case 'e':
        return simple ? '{"a": [1], "b": []}' : `{"a": ${e('l')}, "b": ${e('l')}}`;
      case 't':
        return simple
          ? '(1, "x", [2])'
          : this.random.pick([
              `(${e('i')}, ${e('s')}, ${e('l')})`,
              `(*${e('l')}[:1], 2)[:0] + (${e('i')}, "t", ${e('l')})`,
            ]);
      case 'z':
        return simple
          ? '{1, 2}'
          : this.random.pick([
              `{${e('i')}, ${e('i')}}`,
              `set(${e('l')})`,
              `set()`,
              `{x % 3 for x in ${e('l')}}`,
              `frozenset(${e('l')})`,
            ]);
      case 'o':
        return this.object(scope, e);
      case 'g':
        return this.random.pick([
          `lambda x: x`,
          `lambda x, y=${e('i')}: y`,
          `functools.partial(max, ${e('i')})`,
          `len`,
          `lambda x: ${e('l')}`,
        ]);
      case 'n':
        return this.random.pick(this.iterators(scope, e))();
      case 'a':
        return this.random.pick([
          `pick(${e('i')}, ${e('s')}, ${e('l')})`,
          `same(${e('l')})`,
          'number()',
          'None',
          e('d'),
          e('o'),
        ]);
    }
  }

  /** Expressions for objects with these methods. */
  private usesOf(uses: { readonly [name in Implicit]?: () => string }): (() => string)[] {
    return this.implicit.flatMap((name) => uses[name] ?? []);
  }

  private number(): string {
    return this.random.pick(['0', '1', '2', '3', '7', '10', '-1', '100', '0x1f', '1_000', '2**40']);
  }

  private text(): string {
    return this.random.pick([
      '""',
      '"a"',
      "'b'",
      '"a,b,c"',
      '" pad "',
      'r"\\n"',
      '"é"',
      '"""two\nlines"""',
      '"%d"',
      '"x" "y"',
      '"\\t\'"',
    ]);
  }

  private integers(scope: Scope, e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    const object = this.readable(scope, 'o');
    const callee = this.readable(scope, 'g');
    return [
      () => this.number(),
      () => this.number(),
      () => `${e('i')} ${random.pick(['+', '-', '*', '&', '|', '^'])} ${e('i')}`,
      () => `(${e('i')} ${random.pick(['+', '-', '*'])} ${e('i')})`,
      () => `(${e('i')} ${random.pick(['//', '%'])} ${random.pick(['2', '3', '-3', '7'])})`,
      () => `len(${e(random.pick(['l', 'd', 's', 't', 'z', 'm', 'e'] as const))})`,
      () => `sum(${e('l')})`,
      () => `${random.pick(['max', 'min'])}(${e('i')}, ${e('i')})`,
      () => `max(${e('l')}, default=${e('i')})`,
      () => `(${e('l')} or [5])[0]`,
      () => `${e('d')}.get(${this.key()}, ${e('i')})`,
      () => `${e('l')}.count(${e('i')})`,
      () => `int(${random.pick(['"12"', e('f'), e('b')])})`,
      () => `math.${random.pick(['floor', 'ceil', 'trunc'])}(${e('f')})`,
      () => `round(${e('f')})`,
      () => `abs(${e('i')})`,
      () => `-${e('i')}`,
      () => `~${e('i')}`,
      () => `(${e('i')} << ${random.below(4)})`,
      () => `${e('s')}.${random.pick(['find', 'count'])}(${this.text()})`,
      () => `functools.reduce(lambda x, y: x + y, ${e('l')}, ${e('i')})`,
      () => `${e('t')}[0]`,
      () =>
        object
          ? `${object}.${random.pick(['n', 'twice', 'total()', 'SIZE', 'bump()', `add(${e('i')})`, 'n'])}`
          : this.number(),
      () => (callee ? `${callee}(${e('i')})` : this.number()),
      () =>
        callee && random.chance(50) ? `${callee}(${e('l')})` : `divmod(${e('i')}, 4)[${random.below(2)}]`,
      () => (random.chance(this.opaqueness) ? 'number()' : this.number()),
      () => `sum(x * ${e('i')} for x in ${e('l')})`,
      () => `{**${e('d')}, "a": ${e('i')}}["a"]`,
      () => `next((x for x in ${e('l')} if x > 1), ${e('i')})`,
      () => `next(${e('n')}, ${e('i')})`,
      () => `sum(${e('n')})`,
      () => `max(${e('n')}, default=${e('i')})`,
      () => `getattr(${e('o')}, "n")`,
      ...this.usesOf({
        __len__: () => `len(${e('o')})`,
        __getitem__: () => `${e('o')}[0]`,
        __call__: () => `${e('o')}(${e('i')})`,
        __add__: () => `(${e('o')} + ${e('i')})`,
        __iter__: () => `sum(${e('o')})`,
      }),
    ];
  }

  private floats(e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    return [
      () => random.pick(['0.5', '1.5', '2.0', '1e-7', '1e16', '3.14159', '-0.0']),
      () => `${e('i')} / ${random.pick(['2', '3', '4.0', '-7'])}`,
      () => `(${e('f')} ${random.pick(['+', '-', '*'])} ${e(random.pick(['i', 'f'] as const))})`,
      () => `(${e('f')} ${random.pick(['//', '%'])} ${random.pick(['2', '0.5', '-1.5'])})`,
      () => `float(${random.pick([e('i'), '"2.5"', '"1e3"', e('b')])})`,
      () => `math.sqrt(${e('i')} % 10)`,
      () => `2 ** -${random.below(5)}`,
      () => `${random.pick(['2', '3.0', '0.5'])} ** ${random.pick(['2', '3', '0.5', '-1'])}`,
      () => `abs(${e('f')})`,
      () => `math.pow(abs(${e('i')}) % 50 + 1, ${random.pick(['2', '0.25', '0.5', '-1', '1.3'])})`,
      () => `round(${e('f')}, 2)`,
      () => `sum([${e('f')}, ${e('f')}])`,
      () => `math.${random.pick(['log2', 'log10', 'exp'])}(${random.pick(['8', '100', '2.0', '1'])})`,
    ];
  }

  private texts(scope: Scope, e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    const object = this.readable(scope, 'o');
    return [
      () => this.text(),
      () => `f"{${this.plainName(scope, 'i')}}-{${this.plainName(scope, 's')}!r}"`,
      () =>
        `f"{${this.plainName(scope, 'i')}:${random.pick(['5d', '05d', '<4', '>6', '^7', ',', '+d', 'x', '03'])}}"`,
      () =>
        `f"{${this.plainName(scope, 'f')}:${random.pick(['.2f', '8.3f', '.0f', 'g', 'e', '.1%', '', '10'])}}"`,
      () => `f"{${this.plainName(scope, 's')}:${random.pick(['<6', '>6', '^6', '*^9', '.1', '5'])}}|{{}}"`,
      () =>
        `f"{${this.plainName(scope, 'l')}} {${this.plainName(scope, 'd')}}{${this.plainName(scope, 'b')}=}"`,
      () => `"%s-%d" % (${e('s')}, ${e('i')})`,
      () => `"%${random.pick(['s', 'r', '.2f', 'd', '5d', 'x'])}%%" % ${e('i')}`,
      () => `"%(a)s/%(b)r" % {"a": ${e('i')}, "b": ${e('s')}}`,
      () => `"{}-{}".format(${e('i')}, ${e('s')})`,
      () => `"{1}{0!r:>5}{k:.1f}".format(${e('s')}, ${e('i')}, k=${e('f')})`,
      () => `${this.text()}.join([${e('s')}, ${e('s')}])`,
      () => `",".join(str(x) for x in ${e('l')})`,
      () =>
        `${e('s')}.${random.pick(['upper()', 'lower()', 'strip()', 'title()', 'capitalize()', 'swapcase()', 'lstrip("a ")', 'rstrip()', 'zfill(4)', 'center(6, "*")', 'ljust(4)', 'replace("a", "bb")', 'removeprefix("a")', 'expandtabs(2)'])}`,
      () =>
        `${e('s')}.${random.pick(['split(",")', 'split()', 'partition(",")', 'splitlines()', 'rsplit(",", 1)'])}[-1:] and ${e('s')}`,
      () => `str(${e(random.pick(['i', 'f', 'b', 'l', 'd', 's', 't'] as const))})`,
      () => `repr(${e(random.pick(['i', 'f', 's', 'l', 't', 'd'] as const))})`,
      () => `textwrap.dedent("""\n    one\n      two ${random.below(9)}\n  """)`,
      () => `${e('s')}[${this.slice(scope)}]`,
      () => `(${e('s')} + ${e('s')})`,
      () => `${e('s')} * ${random.below(3)}`,
      () => `"".join(reversed(${e('s')}))`,
      () => `${e('t')}[1]`,
      () =>
        object ? `${object}.${random.pick(['label', 'describe()', '__class__.__name__'])}` : this.text(),
      () => (random.chance(this.opaqueness) ? 'word()' : this.text()),
      () => `type(${e(random.pick(['i', 's', 'l', 'o'] as const))}).__name__`,
      () => `(${e('s')}.encode().decode())`,
      () => `chr(ord("a") + ${random.below(20)})`,
      ...this.usesOf({ __str__: () => `str(${e('o')})` }),
      ...this.usesOf({ __str__: () => (object ? `f"<{${object}}>"` : this.text()) }),
    ];
  }

  /** A name or literal without quotes and braces, as f-strings require before 3.12. */
  private plainName(scope: Scope, type: Type): string {
    return this.readable(scope, type) ?? (type === 'l' ? '[1]' : type === 'd' ? 'len' : '1');
  }

  private slice(scope: Scope): string {
    const part = () =>
      this.random.chance(40)
        ? ''
        : this.random.chance(70)
          ? String(this.random.below(5) - 2)
          : this.plainName(scope, 'i');
    return this.random.chance(30)
      ? `${part()}:${part()}:${this.random.pick(['2', '-1', '1', ''])}`
      : `${part()}:${part()}`;
  }

  private truths(scope: Scope, e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    return [
      () => `${e('i')} ${random.pick(['<', '>', '<=', '==', '!='])} ${e('i')}`,
      () => `0 <= ${e('i')} < ${e('i')}`,
      () => `${e('s')} ${random.pick(['==', '!=', '<', 'in'])} ${e('s')}`,
      () => `not ${e(random.pick(['i', 'l', 'd', 's', 'b', 'z'] as const))}`,
      () => `${e('i')} in ${e(random.pick(['l', 'z', 't'] as const))}`,
      () => `${this.key()} ${random.pick(['in', 'not in'])} ${e('d')}`,
      () => `${e('l')} == ${e('l')}`,
      () => `${e('l')} is ${e('l')}`,
      () => `${this.existing(scope, 'l')} is ${this.existing(scope, 'l')}`,
      () => `${e('a')} is not None`,
      () =>
        `isinstance(${e(random.pick(['a', 'i', 's', 'b', 'o'] as const))}, ${random.pick(['int', 'str', '(list, dict)', 'bool', this.random.pick(this.classes)])})`,
      () => `${e('b')} ${random.pick(['and', 'or'])} ${e('b')}`,
      () => `${random.pick(['any', 'all'])}(x > ${e('i')} for x in ${e('l')})`,
      () => `${e('s')}.${random.pick(['startswith', 'endswith'])}(${this.text()})`,
      () => `${e('s')}.${random.pick(['isdigit', 'isalpha', 'isupper'])}()`,
      () => `${e('f')} ${random.pick(['<', '>=', '=='])} ${e(random.pick(['i', 'f'] as const))}`,
      () => `bool(${e(random.pick(['i', 'l', 's', 'f'] as const))})`,
      () => `callable(${e('g')})`,
      () => `hasattr(${e('o')}, ${random.pick(['"n"', '"missing"', '"total"'])})`,
      () => `${e('t')} < ${e('t')}`,
      () => `${e('z')} == ${e('z')}`,
      () => `${e('d')} == ${e('d')}`,
      () => `${e('o')} == ${e('o')}`,
      () => `"b" in ${e('s')}`,
      () => `${e('i')} in ${e('n')}`,
      () => `${random.pick(['any', 'all'])}(${e('n')})`,
      () => `bool(${e('o')})`,
      () => `not ${e('o')}`,
      () => `${random.pick(['any', 'all'])}([${e('o')}, ${e('b')}])`,
      ...this.usesOf({
        __contains__: () => `${e('i')} in ${e('o')}`,
        __lt__: () => `${e('o')} < ${e('o')}`,
      }),
    ];
  }

  private lists(scope: Scope, e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    const object = this.readable(scope, 'o');
    return [
      () => `[${random.some(0, 4, () => e('i')).join(', ')}]`,
      () => `[${e('i')}, *${e('l')}]`,
      () => `${e('l')} + ${e('l')}`,
      () => `${e('l')} * ${random.below(3)}`,
      () => `${e('l')}[${this.slice(scope)}]`,
      () => `list(range(${random.pick(['3', '1, 5', '6, 0, -2', `${e('i')} % 6`])}))`,
      () => `list(${e(random.pick(['l', 'l', 'l', 'l'] as const))})`,
      () =>
        `sorted(${e(random.pick(['l', 'z'] as const))}${random.pick(['', ', reverse=True', ', key=lambda x: -x', ', key=abs'])})`,
      () => `[x + ${e('i')} for x in ${e('l')}]`,
      () => `[x for x in ${e('l')} if ${this.random.pick(['x > 1', 'x % 2', 'maybe()', 'not x'])}]`,
      () => `[x * y for x in ${e('l')} for y in range(2)]`,
      () => `[a + b for a, b in zip(${e('l')}, ${e('l')})]`,
      () => `[k + v for k, v in enumerate(${e('l')}${random.pick(['', ', 1', ', start=2'])})]`,
      () => `list(map(lambda x: x + 1, ${e('l')}))`,
      () => `list(filter(None, ${e('l')}))`,
      () => `list(${e('d')}.values())`,
      () => `[v for k, v in ${e('d')}.items() if k != "a"]`,
      () => `list(reversed(${e('l')}))`,
      () => `${e('t')}[2]`,
      () => `${e('e')}.get("a", ${e('l')})`,
      () => `${e('e')}.setdefault("n", ${e('l')})`,
      () => `${e('e')}["a"]`,
      () => `(${e('m')} or [[]])[-1]`,
      () => `${e('l')}.copy()`,
      () => 'json.loads("[3, 1, 20]")',
      () => (object ? `${object}.${random.pick(['items', 'items', 'give()', `put(${e('i')})`])}` : '[0]'),
      () => `(lambda q=${e('l')}: q)()`,
      () => `[len(x) for x in ${e('m')}]`,
      () => `sum(${e('m')}, [])`,
      () => `[ord(x) for x in ${e('s')}]`,
      () => `list(${e('n')})`,
      () => `[*${e('n')}, ${e('i')}]`,
      () => `sorted(${e('n')})`,
      () => `[x * y for x in ${e('l')}[:3] for y in ${e('n')}]`,
      () => `[[y for y in range(x % 3)] for x in ${e('l')}][:1] and [${e('i')}]`,
      () => `copy.copy(${e('o')}).items`,
      ...this.usesOf({ __iter__: () => `[*${e('o')}]` }),
      () => (random.chance(this.opaqueness) ? `same(${e('l')})` : '[1]'),
    ];
  }

  private iterators(scope: Scope, e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    const generators = this.generators.filter((name) => scope.readable.has(name));
    const other = () => this.readable(scope, 'n') ?? `iter(${e('l')})`;
    return [
      () => `iter(${e('l')})`,
      () => `reversed(${e('l')})`,
      () => `map(lambda x: x + 1, ${random.chance(50) ? e('l') : other()})`,
      () => `filter(None, ${random.chance(50) ? e('l') : other()})`,
      () => `(x * 2 for x in ${random.chance(50) ? e('l') : other()})`,
      () => `(a + b for a, b in zip(${other()}, ${e('l')}))`,
      () => `map(max, zip(${e('l')}, ${other()}))`,
      () => `map(sum, enumerate(${other()}))`,
      () => `itertools.chain(${e('l')}, ${other()})`,
      () => `iter(${other()})`,
      () => (generators.length > 0 ? `${random.pick(generators)}(${e('i')})` : `iter(${e('l')})`),
    ];
  }

  private nested(e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    return [
      () => `[${random.some(1, 3, () => e('l')).join(', ')}]`,
      () => `[${e('l')}] * 2`,
      () => `[[x] for x in ${e('l')}] or [[9]]`,
      () => `${e('m')}[:]`,
      () => `list(${e('e')}.values())`,
      () => `sorted(${e('m')}, key=len)`,
      () => `(${e('m')} + [${e('l')}])`,
    ];
  }

  private dicts(scope: Scope, e: (type: Type) => string): (() => string)[] {
    const { random } = this;
    const object = this.readable(scope, 'o');
    return [
      () => `{${random.some(0, 3, () => `${this.key()}: ${e('i')}`).join(', ')}}`,
      () => `dict(a=${e('i')}, **${random.pick(['{}', '{"z": 1}'])})`,
      () => `{**${e('d')}, ${this.key()}: ${e('i')}}`,
      () => `(${e('d')} | ${e('d')})`,
      () => `dict(${e('d')})`,
      () => `{str(x): x for x in ${e('l')}}`,
      () => `{k: v * 2 for k, v in ${e('d')}.items()${random.pick(['', ' if v', ' if maybe()'])}}`,
      () => `dict(zip("abc", ${e('l')}))`,
      () => `dict([("a", ${e('i')}), ("b", 2)])`,
      () => `dict.fromkeys(["a", "b"], ${e('i')})`,
      () => `${e('d')}.copy()`,
      () => `OrderedDict(a=${e('i')})`,
      () => `defaultdict(int, ${e('d')})`,
      () => (object ? `${object}.table` : '{}'),
      () => (random.chance(this.opaqueness) ? `same(${e('d')})` : '{"m": 4}'),
    ];
  }

  private key(): string {
    return this.random.pick(['"a"', '"b"', '"c"', '"a"', 'str(1)']);
  }

  private object(scope: Scope, e: (type: Type) => string): string {
    const { random } = this;
    const cls = random.pick(this.classes);
    return random.pick([
      `${cls}()`,
      `${cls}(${e('i')})`,
      `${cls}(n=${e('i')})`,
      `${cls}(${e('i')}, items=${e('l')})`,
      this.readable(scope, 'o') ?? `${cls}()`,
    ]);
  }

  // -------------------------------------------------------------- Statements

  private block(scope: Scope, indent: string, most = 3): void {
    const count = this.random.below(most) + 1;
    for (let i = 0; i < count; i++) this.statement(scope, `${indent}    `);
    if (this.random.chance(10)) this.leave(scope, `${indent}    `);
    else this.lines.push(`${indent}    pass`);
  }

  private leave(scope: Scope, indent: string): void {
    const ways = [
      ...(scope.inLoop ? ['break', 'continue', 'break'] : []),
      ...(scope.isFunction
        ? [`return ${this.expression(scope, this.random.pick(['i', 'l'] as const), 1)}`]
        : []),
      'raise ValueError("out")',
    ];
    this.lines.push(indent + this.random.pick(ways));
  }

  private statement(scope: Scope, indent: string): void {
    this.left--;
    const { random } = this;
    const isDeep = indent.length >= 16 || this.left < 0;
    const kind = random.below(100);
    if (isDeep || kind < 26) return this.bind(scope, indent, random.pick(TYPES));
    if (kind < 46) return this.change(scope, indent);
    if (kind < 50) return this.augment(scope, indent);
    if (kind < 53) return this.unpack(scope, indent);
    if (kind < 53 + this.opaqueness / 8) return this.giveAway(scope, indent);
    if (kind < 68) return this.choose(scope, indent);
    if (kind < 75) return this.loop(scope, indent);
    if (kind < 81) return this.attempt(scope, indent);
    if (kind < 84) return this.within(scope, indent);
    if (kind < 86) return this.match(scope, indent);
    if (kind < 93) return this.define(scope, indent);
    if (kind < 95) {
      if (random.chance(30)) return this.defineHelper(scope, indent);
      return indent.length < 8 ? this.defineClass(scope, indent) : undefined;
    }
    if (kind < 97) return this.awaited(scope, indent);
    const type = random.pick(TYPES);
    const found = this.readable(scope, type);
    if (found) this.lines.push(indent + found);
  }

  /** Mutates an object that may have aliases. */
  private change(scope: Scope, indent: string): void {
    const { random } = this;
    const e = (type: Type) => this.expression(scope, type, 1);
    const l = this.existing(scope, 'l');
    const d = this.existing(scope, 'd');
    const line = random.pick<() => string>([
      () => `${l}.append(${e('i')})`,
      () => `${l}.append(${e('i')})`,
      () => `${l}.extend(${e(random.pick(['l', 't', 'z'] as const))})`,
      () => `${l}.insert(${random.pick(['0', '-1', '1', '100'])}, ${e('i')})`,
      () => `${l} and ${l}.pop(${random.pick(['', '0', '-1'])})`,
      () => `${l}.${random.pick(['sort()', 'reverse()', 'clear()', 'sort(key=str)'])}`,
      () => `${l}[${this.slice(scope)}] = ${e('l')}`.replace(/:-1\] =/, ':] ='),
      () => `${l}[:] = ${e('l')}`,
      () => `if ${l}: ${l}[${random.pick(['0', '-1'])}] = ${e('i')}`,
      () => `if ${l}: del ${l}[${random.pick(['0', '-1', ':1'])}]`,
      () => `if ${e('i')} in ${l}: ${l}.remove(${l}[-1])`,
      () => `${d}[${this.key()}] = ${e('i')}`,
      () => `${d}[${this.key()}] = ${e('i')}`,
      () => `${d}.update(${random.pick([e('d'), `b=${e('i')}`, `[("c", ${e('i')})]`])})`,
      () => `${d}.setdefault(${this.key()}, ${e('i')})`,
      () => `${d}.pop(${this.key()}, None)`,
      () => `${d}.${random.pick(['clear()', 'popitem() if maybe() else 0'])}`,
      () => `${d} and ${d}.popitem()`,
      () => `${this.existing(scope, 'e')}.setdefault("s", []).append(${e('i')})`,
      () => `${this.existing(scope, 'e')}["a"] = ${e('l')}`,
      () => `${this.existing(scope, 'm')}.append(${e('l')})`,
      () => `${this.existing(scope, 'm')}[0] = ${e('l')}`,
      () => `${this.existing(scope, 'm')}[0].append(${e('i')})`,
      () => `${this.readable(scope, 'z') ?? 'set()'} | {${e('i')}}`,
      () =>
        `${this.readable(scope, 'z') ?? 'set()'}.${random.pick(['union', 'difference', 'intersection', 'issubset', 'issuperset', 'isdisjoint'])}(${e('l')})`,
      () => `set(${e('l')}).${random.pick(['difference_update', 'intersection_update'])}(${e('l')})`,
      () => `${this.existing(scope, 'o')}.${random.pick(['n', 'SIZE', 'extra'])} = ${e('i')}`,
      () => `${this.existing(scope, 'o')}.items = ${e('l')}`,
      () => `${this.existing(scope, 'o')}.put(${e('i')})`,
      () => `${this.existing(scope, 'o')}.${random.pick(['bump()', 'total()', 'give().append(1)', 'twice'])}`,
      () => `${this.random.pick(this.classes)}.SIZE = ${e('i')}`,
      () => `setattr(${this.existing(scope, 'o')}, "n", ${e('i')})`,
      () => `${this.existing(scope, 't')}[2].append(${e('i')})`,
      () => `next(${this.existing(scope, 'n')}, None)`,
      () => `${l}.extend(list(${this.existing(scope, 'n')}))`,
      () => `for x in ${this.existing(scope, 'n')}: break`,
      () => `if ${l}: ${l}[${this.existing(scope, 'o')}.bump() * 0] += ${e('i')}`,
      () => `${this.existing(scope, 'o')}.twice = ${e('i')}`,
      () => {
        const object = this.existing(scope, 'o');
        return `if hasattr(${object}, "extra"): del ${object}.extra`;
      },
    ])();
    this.lines.push(indent + line);
  }

  private augment(scope: Scope, indent: string): void {
    const { random } = this;
    const type = random.pick(['i', 'l', 's', 'd', 'z'] as const);
    const own = [...scope.own].filter((name) => name.startsWith(type));
    const target =
      own.length > 0 ? random.pick(own) : type === 'l' ? `${this.existing(scope, 'o')}.items` : undefined;
    const operator = {
      i: random.pick(['+', '-', '*', '//', '|']),
      l: '+',
      s: '+',
      d: '|',
      z: random.pick(['|', '-', '&']),
    }[type];
    const value = type === 'i' && operator === '//' ? '2' : this.expression(scope, type, 1);
    if (target) this.lines.push(`${indent}${target} ${operator}= ${value}`);
  }

  private unpack(scope: Scope, indent: string): void {
    const { random } = this;
    const e = (type: Type) => this.expression(scope, type, 1);
    const a = this.name(scope, 'i');
    const b = this.name(scope, 'i', true);
    const s = this.name(scope, 's');
    const l = this.name(scope, 'l');
    const [line, names] = random.pick<readonly [string, readonly string[]]>([
      [`${a}, ${b} = ${e('i')}, ${e('i')}`, [a, b]],
      [`${a}, ${s}, ${l} = ${e('t')}`, [a, s, l]],
      [`${a}, *${l} = [${e('i')}, *${e('l')}]`, [a, l]],
      [`*${l}, ${a} = *${e('l')}, ${e('i')}`, [a, l]],
      [`(${a}, [${b}, ${s}]) = ${e('i')}, (${e('i')}, ${e('s')})`, [a, b, s]],
    ]);
    this.lines.push(indent + line);
    for (const name of names) this.made(scope, name);
  }

  private giveAway(scope: Scope, indent: string): void {
    const { random } = this;
    const any = () =>
      this.existing(scope, random.pick(['l', 'd', 'm', 'e', 'o', 't', 'l', 'z', 'g'] as const));
    const callee = this.readable(scope, 'g');
    this.lines.push(
      indent +
        random.pick<() => string>([
          () => `mutate(${any()})`,
          () => `opaque.mutate(${any()})`,
          () => `keep(${any()})`,
          () => `keep([${any()}])`,
          () => 'fire()',
          () => 'fail()',
          () => `mutate({"x": ${any()}})`,
          () => `call(${callee ?? 'len'}, ${any()})`,
          () => `call(lambda: ${any()})`,
          () => `keep(lambda: ${this.existing(scope, 'l')}.append(1))`,
          () => `call(${this.existing(scope, 'o')}.put, ${this.expression(scope, 'i', 1)})`,
          () => `if maybe(): mutate(${any()})`,
          () => `keep(${this.existing(scope, 'o')}.bump)`,
        ])(),
    );
  }

  private nestedScope(scope: Scope, changes: Partial<Scope> = {}): Scope {
    return { ...scope, ...changes };
  }

  private choose(scope: Scope, indent: string): void {
    const own = [...scope.own].filter((name) => /^i\d/.test(name));
    const e = () => this.expression(scope, 'i', 1);
    const named = this.random.chance(15)
      ? `(${this.name(scope, 'i', true)} := ${e()}) and `
      : own.length > 0 && this.random.chance(8)
        ? `0 < ${e()} < (${this.random.pick(own)} := ${e()}) and `
        : '';
    this.lines.push(`${indent}if ${named}${this.condition(scope, 1)}:`);
    this.block(scope, indent);
    if (this.random.chance(25)) {
      this.lines.push(`${indent}elif ${this.condition(scope, 1)}:`);
      this.block(scope, indent);
    }
    if (this.random.chance(50)) {
      this.lines.push(`${indent}else:`);
      this.block(scope, indent);
    }
  }

  private loop(scope: Scope, indent: string): void {
    const { random } = this;
    const inner = this.nestedScope(scope, { inLoop: true });
    const x = this.name(scope, 'i');
    if (random.chance(30)) {
      const counter = this.name(scope, 'i', true);
      this.lines.push(`${indent}${counter} = 0`);
      this.made(scope, counter);
      this.lines.push(
        `${indent}while ${random.pick([`${counter} < ${random.below(5)}`, 'True', `${counter} < 3 and ${this.condition(scope, 1)}`])}:`,
      );
      this.lines.push(`${indent}    ${counter} += 1`);
      this.lines.push(`${indent}    if ${counter} > ${random.pick(['3', '5'])}: break`);
      this.block(inner, indent);
    } else {
      const s = this.name(scope, 's');
      const l = this.name(scope, 'l');
      const [target, over, names] = random.pick<readonly [string, string, readonly string[]]>([
        [x, this.expression(scope, 'l', 1), [x]],
        [x, `range(${random.below(5)})`, [x]],
        [x, `range(number())`, [x]],
        [`${s}, ${x}`, `${this.expression(scope, 'd', 1)}.items()`, [s, x]],
        [s, this.expression(scope, 'd', 1), [s]],
        [l, this.expression(scope, 'm', 1), [l]],
        [`${x}, ${l}`, `enumerate(${this.expression(scope, 'm', 1)})`, [x, l]],
        [s, this.expression(scope, 's', 1), [s]],
        [x, `sorted(${this.expression(scope, 'z', 1)})`, [x]],
        [x, this.expression(scope, 'z', 1), [x]],
        [x, `list(${this.existing(scope, 'l')})`, [x]],
        [x, this.existing(scope, 'n'), [x]],
        [`${x}, ${l}`, `zip(${this.existing(scope, 'n')}, ${this.expression(scope, 'm', 1)})`, [x, l]],
        ...(this.implicit.includes('__iter__') ? [[x, this.existing(scope, 'o'), [x]] as const] : []),
        [x, `(x for x in ${this.expression(scope, 'l', 1)})`, [x]],
      ]);
      this.lines.push(`${indent}for ${target} in ${over}:`);
      for (const name of names) this.made(scope, name);
      this.block(inner, indent);
    }
    if (random.chance(20)) {
      this.lines.push(`${indent}else:`);
      this.block(scope, indent, 2);
    }
  }

  private attempt(scope: Scope, indent: string): void {
    const { random } = this;
    this.lines.push(`${indent}try:`);
    this.block(scope, indent);
    if (random.chance(40))
      this.lines.push(
        `${indent}    ${random.pick(['fail()', 'raise ValueError("x")', 'raise KeyError("k")', '{}["no"]', '[][1]', 'int("x")'])}`,
      );
    this.block(scope, indent, 1);
    const isFinal = random.chance(30);
    if (!isFinal || random.chance(70)) {
      this.lines.push(
        `${indent}except ${random.pick(['Exception', 'ValueError', '(KeyError, IndexError)', 'Exception as error'])}:`,
      );
      this.block(scope, indent);
      if (random.chance(25)) {
        this.lines.push(`${indent}except ${random.pick(['LookupError', 'Exception'])}:`);
        this.block(scope, indent, 2);
      }
      if (random.chance(25)) {
        this.lines.push(`${indent}else:`);
        this.block(scope, indent, 2);
      }
    }
    if (isFinal) {
      this.lines.push(`${indent}finally:`);
      this.block(scope, indent, 2);
    }
  }

  private within(scope: Scope, indent: string): void {
    const { random } = this;
    const manager = random.pick([
      'contextlib.suppress(Exception)',
      `contextlib.nullcontext(${this.existing(scope, 'l')})`,
      this.existing(scope, 'o'),
      ...this.managers
        .filter((name) => scope.readable.has(name))
        .map((name) => `${name}(${this.existing(scope, 'l')})`),
    ]);
    const l = this.name(scope, 'l');
    const isBound = !manager.startsWith('contextlib.s') && random.chance(60);
    this.lines.push(`${indent}with ${manager}${isBound ? ` as ${l}` : ''}:`);
    if (isBound) this.made(scope, l);
    this.block(scope, indent);
    if (random.chance(20)) this.lines.push(`${indent}    fail()`);
  }

  private match(scope: Scope, indent: string): void {
    if (this.version[0] === 3 && this.version[1] < 10) return this.choose(scope, indent);
    const { random } = this;
    const x = this.name(scope, 'i');
    const l = this.name(scope, 'l');
    this.lines.push(
      `${indent}match ${this.expression(scope, random.pick(['i', 'l', 't', 'd', 's', 'o'] as const), 1)}:`,
    );
    for (let i = random.below(2) + 1; i > 0; i--) {
      const pattern = random.pick([
        '1 | 2',
        '[0, *_]',
        `[${x}, *${l}]`,
        `{"a": ${x}}`,
        `int(${x})`,
        '"a"',
        `(${x}, str(), ${l})`,
        `${this.classes[0]}(n=${x})`,
        'None',
      ]);
      this.lines.push(
        `${indent}    case ${pattern}${random.chance(30) ? ` if ${this.condition(scope, 1)}` : ''}:`,
      );
      this.block(scope, `${indent}    `, 2);
    }
    if (random.chance(50)) {
      this.lines.push(`${indent}    case _:`);
      this.block(scope, `${indent}    `, 2);
    }
  }

  /** A function, mostly with a call. */
  private define(scope: Scope, indent: string): void {
    const { random } = this;
    const name = `g${this.lastName++}`;
    const x = `i${this.lastName++}`;
    const l = `l${this.lastName++}`;
    const rest = random.pick(['', ', *a90', ', **d90', ', *a90, **d90', ', *, i99=3']);
    const first = random.chance(60) ? `${x}` : `${x}=${this.expression(scope, 'i', 1)}`;
    const kind = random.below(12);
    const isAsync = kind === 0;
    if (random.chance(12))
      this.lines.push(
        `${indent}@${random.pick(['functools.lru_cache(None)', 'same', 'functools.wraps(len)', '(lambda f: f)', 'contextlib.contextmanager'])}`,
      );
    this.lines.push(
      `${indent}${isAsync ? 'async ' : ''}def ${name}(${first}, ${l}=${this.expression(scope, 'l', 1)}${rest}):`,
    );
    if (isAsync) this.coroutines.push(name);
    const outer = [...scope.own].filter((each) => !/^[dai]9/.test(each) && !scope.declared.has(each));
    const chosen = outer.length > 0 && random.chance(40) ? [random.pick(outer)] : [];
    const inner: Scope = {
      readable: new Set([...scope.readable, x, l]),
      own: new Set([x, l, ...chosen]),
      declared: new Set(chosen),
      depth: scope.depth + 1,
      isFunction: true,
      isAsync,
      inLoop: false,
      ...(scope.self !== undefined && { self: scope.self }),
    };
    if (rest.includes('d90')) this.made(inner, 'd90');
    for (const each of chosen)
      this.lines.push(`${indent}    ${scope.depth === 0 ? 'global' : 'nonlocal'} ${each}`);
    this.block(inner, indent, 4);
    if (kind === 1) {
      const way = random.pick(['', 'for _ in range(2): ', `if ${x}: `]);
      this.lines.push(
        `${indent}    ${way}yield ${this.expression(inner, random.pick(['i', 'l'] as const), 1)}`,
      );
      this.block(inner, indent, 2);
      this.lines.push(
        `${indent}    ${random.pick(['yield', 'yield from'])} ${this.expression(inner, 'l', 1)}`,
      );
    }
    if (kind === 2) this.lines.push(`${indent}    if ${x} > 0: return ${name}(${x} - 1)`);
    if (random.chance(80))
      this.lines.push(
        `${indent}    return ${this.expression(inner, random.pick(['i', 'i', 'l', 'g'] as const), 2)}`,
      );
    scope.own.add(name);
    if (isAsync) return;
    scope.readable.add(name);
    const e = (type: Type) => this.expression(scope, type, 1);
    for (let i = random.below(3); i > 0; i--) {
      const target = this.name(scope, 'a');
      const [before, after] = kind === 1 ? this.taker(scope) : ['', ''];
      this.lines.push(
        `${indent}${target} = ${before}${name}(${random.pick([e('i'), `${e('i')}, ${e('l')}`, `${x}=${e('i')}`, `*[${e('i')}]`, `${e('i')}, ${l}=${this.existing(scope, 'l')}`, `**{"${x}": ${e('i')}}`])})${after}`,
      );
      this.made(scope, target);
    }
  }

  /** Consumers of a generator's elements. */
  private taker(scope: Scope): readonly [string, string] {
    const { random } = this;
    return random.pick<readonly [string, string]>([
      ['', ''],
      ['list(', ')'],
      ['next(', ', None)'],
      ['[x for x in ', ']'],
      [`[(${this.existing(scope, 'l')}.append(1), x) for x in `, ']'],
      ['dict(enumerate(', '))'],
      ['any(', ')'],
    ]);
  }

  /** A generator, a context manager made from one, or a decorator with the function that it changes. */
  private defineHelper(scope: Scope, indent: string): void {
    const { random } = this;
    const name = `h${this.lastName++}`;
    const push = (...lines: string[]) => this.lines.push(...lines.map((line) => indent + line));
    const made = (...names: string[]) => {
      for (const each of names) this.made(scope, each);
    };
    const e = (type: Type) => this.expression(scope, type, 1);
    switch (random.below(3)) {
      case 0:
        push(`def ${name}(x):`, `    ${this.existing(scope, 'l')}.append(x)`);
        push(random.chance(50) ? `    for y in ${e('l')}: yield y + x` : `    yield from ${e('l')}`);
        push('    yield x');
        this.generators.push(name);
        return made(name);
      case 1:
        push('@contextlib.contextmanager', `def ${name}(x):`, `    x.append(${e('i')})`);
        push('    try:', '        yield x', '    finally:', '        x.append(0)');
        this.managers.push(name);
        return made(name);
      default: {
        const decorated = `g${this.lastName++}`;
        push(`def ${name}(f):`, '    @functools.wraps(f)', '    def wrapper(*args, **keywords):');
        push(`        ${this.existing(scope, 'l')}.append(${e('i')})`, '        return f(*args, **keywords)');
        push('    return wrapper', `@${name}`, `def ${decorated}(x, y=${e('i')}):`, '    return x');
        return made(name, decorated);
      }
    }
  }

  private awaited(scope: Scope, indent: string): void {
    const found = this.coroutines.filter((name) => scope.own.has(name));
    if (found.length === 0) return;
    const name = this.random.pick(found);
    const call = `${name}(${this.expression(scope, 'i', 1)})`;
    if (scope.isAsync) this.lines.push(`${indent}await ${call}`);
    else if (!scope.isFunction) this.lines.push(`${indent}asyncio.run(${call})`);
  }

  private defineClass(scope: Scope, indent: string): void {
    const { random } = this;
    const name = `C${this.lastName++}`;
    const known = this.classes.filter((each) => each !== name);
    const e = (type: Type) => this.expression(scope, type, 1);
    const base = known.length > 0 && random.chance(50) ? random.pick(known) : undefined;
    const isRecord = base ? this.dataclasses.has(base) && random.chance(40) : random.below(8) === 1;
    // Later classes are bases of earlier ones, so a method resolution order exists.
    const later = base && !isRecord && random.chance(20) ? known.slice(known.indexOf(base) + 1) : [];
    const bases = base && [...(later.length > 0 ? [random.pick(later)] : []), base].join(', ');
    const push = (...lines: string[]) => this.lines.push(...lines.map((line) => indent + line));
    if (isRecord) this.dataclasses.add(name);
    if (isRecord && base)
      push(
        '@dataclass',
        `class ${name}(${base}):`,
        `    ${random.pick(['n', 'more'])}: int = ${this.number()}`,
      );
    else if (isRecord) {
      push(
        '@dataclass',
        `class ${name}:`,
        `    n: int = ${this.number()}`,
        `    items: list = field(default_factory=list${random.pick(['', '', ', compare=False'])})`,
        '    table: dict = field(default_factory=lambda: {"a": 1})',
      );
      if (random.chance(40)) push('    def __post_init__(self):', `        self.n += ${random.below(3)}`);
    } else {
      push(`class ${name}${bases ? `(${bases})` : random.pick(['', '()', '(object)'])}:`, '    pass');
      if (!base || random.chance(50)) {
        push(`    def __init__(self, n=${e('i')}, items=None, *rest):`);
        if (base && random.chance(70)) push('        super().__init__(n, items or [])');
        else
          push(
            '        self.n = n',
            '        self.items = items if items is not None else []',
            `        self.table = ${e('d')}`,
          );
        this.methodBody(scope, indent, 2);
      }
    }
    if (!base || random.chance(30)) push(`    SIZE = ${this.number()}`);
    if (random.chance(20)) push(`    shared = ${e('l')}`);
    if (!base || random.chance(40))
      push(
        '    @property',
        '    def twice(self):',
        '        return self.n * 2',
        '    @twice.setter',
        '    def twice(self, value):',
        '        self.n = value // 2',
        '    def total(self):',
        '        return sum(self.items) + self.n',
      );
    if (!base || random.chance(40)) {
      push('    def put(self, value):', '        self.items.append(value)');
      this.methodBody(scope, indent, 2);
      push('        return self.items');
    }
    if (!base || random.chance(40)) {
      push('    def bump(self, by=1):', `        self.n ${random.pick(['+', '-'])}= by`);
      this.methodBody(scope, indent, 2);
      push('        return self.n');
    }
    if (!base)
      push(
        '    def give(self):',
        '        return self.items',
        random.chance(50) ? '    @classmethod' : '    @staticmethod',
        `    def add(value, *more):`,
        `        return ${random.pick(['7', 'len(more)'])}`,
        '    @property',
        '    def label(self):',
        `        return f"{self.n}:{self.SIZE}"`,
        '    def describe(self):',
        '        return self.label + str(len(self.items))',
        '    def __enter__(self):',
        '        self.n += 1',
        '        return self.items',
        '    def __exit__(self, *problem):',
        `        self.n -= 1`,
        `        return ${random.pick(['None', 'False', 'True', 'maybe()'])}`,
      );
    if (!base || random.chance(20))
      for (const method of this.implicit) {
        const [parameters, result] = IMPLICIT[method];
        push(`    def ${method}(${parameters}):`);
        if (method !== '__setattr__' && random.chance(20)) this.methodBody(scope, indent, 1);
        push(`        ${result}`);
      }
    if (random.chance(15))
      push(
        '    def __eq__(self, other):',
        '        self.n += 1',
        '        return True',
        '    __hash__ = None',
      );
    if (random.chance(10)) push('    def __len__(self):', '        return len(self.items)');
    if (random.chance(8)) push('    def __getattr__(self, name):', '        return 5');
    if (random.chance(25)) this.defineRecord(scope, indent);
    if (!this.classes.includes(name)) this.classes.push(name);
  }

  /** Statements of a method, which may use its object. */
  private methodBody(scope: Scope, indent: string, most: number): void {
    const inner: Scope = {
      readable: new Set(scope.readable),
      own: new Set(),
      declared: new Set(),
      depth: scope.depth + 1,
      isFunction: false,
      isAsync: false,
      inLoop: false,
      self: 'self',
    };
    for (let i = this.random.below(most + 1); i > 0; i--) this.statement(inner, `${indent}        `);
  }

  /** A named tuple or an enum, and values created from it. */
  private defineRecord(scope: Scope, indent: string): void {
    const name = `R${this.lastName++}`;
    const e = (type: Type) => this.expression(scope, type, 1);
    const a = this.name(scope, 'i', true);
    const b = this.name(scope, 'i', true);
    const s = this.name(scope, 's', true);
    if (this.random.chance(50))
      this.lines.push(
        ...[
          `class ${name}(NamedTuple):`,
          `    x: int`,
          `    y: int = ${this.number()}`,
          `${a} = ${name}(${e('i')}).y`,
          `${b} = ${name}(x=${e('i')}, y=2)._replace(x=${e('i')})[0]`,
          `${s} = str(${name}(1, 2)._asdict())`,
        ].map((line) => indent + line),
      );
    else
      this.lines.push(
        ...[
          `class ${name}(${this.random.pick(['enum.Enum', 'enum.IntEnum'])}):`,
          `    ONE = ${this.random.pick(['1', 'enum.auto()', '4'])}`,
          `    TWO = ${this.random.pick(['2', 'enum.auto()', '1'])}`,
          `${a} = ${name}.ONE.value`,
          `${b} = len(list(${name})) + ${name}["TWO"].value`,
          `${s} = ${this.random.pick([`${name}.TWO.name`, `${name}(${this.random.pick(['1', '2'])}).name`, `f"{${name}.ONE}"`])}`,
        ].map((line) => indent + line),
      );
    for (const each of [a, b, s]) this.made(scope, each);
  }
}
