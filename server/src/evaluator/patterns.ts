import { Attached } from '../basics/attached';
import { excerpt } from '../basics/excerpt';
import { parsePython } from '../python/parser';
import { decodeString } from '../python/strings';
import type { Argument, Expression, Node, Tree } from '../python/tree';
import { memberOf } from './attributes';
import { BUILTINS } from './builtins';
import { dictOf, iterate, listOf, putEntry } from './containers';
import type { Evaluator } from './evaluator';
import { fails, isJudged } from './failures';
import { negated, readNumber } from './numbers';
import { recordless, refused } from './refusals';
import {
  bool,
  type ClassValue,
  dictKeyOf,
  equal,
  type Frame,
  identical,
  kinds,
  none,
  passing,
  str,
  truth,
  unknown,
  type Value,
} from './value';

/** A pattern, parsed as an expression from a text of its own. */
interface Pattern {
  readonly text: string;
  readonly expression: Expression;
}

const patterns = new Attached<Node, Pattern | undefined>();

/** Parses the pattern: the tree of the module holds only the names that it binds. */
function patternOf({ text }: Tree, target: Node): Pattern | undefined {
  if (!patterns.has(target)) patterns.set(target, read(`(${text.slice(target.start, target.end)})`));
  return patterns.get(target);
}

function read(pattern: string): Pattern | undefined {
  const text = pattern.replace(STRING_OR_AS, (found) => (found === 'as' ? 'is' : found));
  const [only, ...more] = parsePython(text).module.body;
  return only?.kind === 'expression' && more.length === 0 ? { text, expression: only.value } : undefined;
}

/** `as` binds as `is` does in expressions, which no pattern contains. */
const STRING_OR_AS = /\w*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#.*|\bas\b/g;

/** Whether a value matches the pattern of a `case`, with the names that the pattern binds. */
export function matched(
  ev: Evaluator,
  target: Node,
  value: Value,
  frame: Frame,
): ReadonlyMap<string, Value> | false | undefined {
  const pattern = patternOf(ev.tree, target);
  if (!pattern) return undefined;
  const bound = new Map<string, Value>();
  const test = new Matcher(ev, pattern.text, target, frame, bound).matches(pattern.expression, value);
  return test ? bound : test;
}

/** Kinds that are neither sequences nor mappings. */
const SINGLE = kinds('none', 'bool', 'int', 'float', 'complex', 'str', 'bytes', 'set', 'function');

class Matcher {
  /** Whether a part before may not match, so that Python does not look at the next ones. */
  private isUnsure = false;

  constructor(
    private readonly ev: Evaluator,
    private readonly text: string,
    /** The place of all values that are made from the pattern. */
    private readonly node: Node,
    private readonly frame: Frame,
    private readonly bound: Map<string, Value>,
  ) {}

  matches(pattern: Expression, value: Value): boolean | undefined {
    switch (pattern.kind) {
      case 'name':
        if (pattern.name !== '_') this.bound.set(pattern.name, value);
        return true;
      case 'constant':
        return identical(this.constant(pattern.value), value);
      case 'list':
      case 'tuple':
        return this.sequence(pattern.elements, value);
      case 'dict':
        return this.mapping(pattern.entries, value);
      case 'binary':
        return pattern.operators.every((each) => each === '|')
          ? this.any(pattern.operands, value)
          : undefined;
      case 'compare':
        return this.alias(pattern.operands, value);
      case 'call':
        return this.instance(pattern, value);
      default: {
        const literal = this.literal(pattern);
        return literal && equal(literal, value);
      }
    }
  }

  /** `pattern as name` */
  private alias([pattern, name, ...more]: readonly Expression[], value: Value): boolean | undefined {
    if (!pattern || name?.kind !== 'name' || more.length > 0) return undefined;
    const test = this.matches(pattern, value);
    if (test !== false) this.bound.set(name.name, value);
    return test;
  }

  private any(alternatives: readonly Expression[], value: Value): boolean | undefined {
    for (const each of alternatives) {
      const test = this.matches(each, value);
      if (test !== false) return test;
    }
    return false;
  }

  private all(pairs: readonly (readonly [Expression, Value])[]): boolean | undefined {
    let result: boolean | undefined = true;
    for (const [pattern, value] of pairs) {
      const test = this.matches(pattern, value);
      if (test === false) return false;
      if (test === undefined) {
        result = undefined;
        this.isUnsure = true;
      }
    }
    return result;
  }

  private sequence(elements: readonly Expression[], value: Value): boolean | undefined {
    if (SINGLE.has(value.kind) || value.kind === 'dict') return false;
    if (value.kind !== 'list' && value.kind !== 'tuple') return undefined;
    const all = iterate(this.ev, value);
    if (!all) return undefined;
    const star = elements.findIndex(({ kind }) => kind === 'starred');
    if (star < 0 ? all.length !== elements.length : all.length < elements.length - 1) return false;
    const rest = all.length - elements.length + 1;
    return this.all(
      elements.map((each, i) => {
        if (each.kind === 'starred')
          return [each.value, listOf(this.ev, all.slice(i, i + rest), this.node)] as const;
        return [each, all[star >= 0 && i > star ? i + rest - 1 : i]!] as const;
      }),
    );
  }

  private mapping(
    entries: Extract<Expression, { kind: 'dict' }>['entries'],
    value: Value,
  ): boolean | undefined {
    if (SINGLE.has(value.kind) || value.kind === 'list' || value.kind === 'tuple') return false;
    if (value.kind !== 'dict' || value.form !== undefined) return undefined;
    const { known, hasUnknownEntries } = value.cell.content;
    const pairs: (readonly [Expression, Value])[] = [];
    let isKnown = true;
    const matched = new Set<string>();
    for (const { key, value: pattern } of entries) {
      if (!key && isKnown && !hasUnknownEntries) {
        // `**rest` comes last.
        const rest = dictOf(this.ev, this.node);
        for (const [id, entry] of known)
          if (!matched.has(id)) putEntry(this.ev, rest, entry.key, entry.value);
        pairs.push([pattern, rest]);
        continue;
      }
      const literal = key && this.literal(key);
      const id = literal && dictKeyOf(literal);
      if (id !== undefined) matched.add(id);
      const found = id === undefined ? undefined : known.get(id);
      if (found) pairs.push([pattern, found.value]);
      else if (id !== undefined && !hasUnknownEntries) return false;
      else isKnown = false;
    }
    const test = this.all(pairs);
    return isKnown || test === false ? test : undefined;
  }

  /** `int(n)` */
  private instance({ callee, arguments: given }: Extract<Expression, { kind: 'call' }>, value: Value) {
    const cls = this.named(callee);
    const of = cls && BUILTINS.get('isinstance')!(this.ev, passing(value, cls), this.node);
    const test = of && truth(of);
    if (!test || given.length === 0) return test;
    if (test) this.checkPositions(cls, given, value);
    if (cls?.kind === 'class') return this.attributes(cls, given, value);
    if (this.ev.library.recordless?.(value) !== undefined) return this.attributesOfLibrary(given, value);
    const [{ kind, value: pattern }, ...more] = given as [Argument, ...Argument[]];
    const isPlain = kind === 'positional' && more.length === 0 && cls?.kind === 'reference';
    return isPlain ? this.matches(pattern, value) : undefined;
  }

  /** `Point(0, y=y)` */
  private attributes(cls: ClassValue, given: readonly Argument[], value: Value): boolean | undefined {
    const isRecord = cls.form === 'dataclass' || cls.form === 'namedtuple';
    if (memberOf(cls, '__match_args__') || (!isRecord && given.some(({ kind }) => kind === 'positional')))
      return undefined;
    const names = cls.fields.flatMap((field) => (field.given === undefined ? field.name : []));
    const pairs = given.map(
      (each, i) => [each.value, each.kind === 'keyword' ? each.name : names[i]] as const,
    );
    if (pairs.some(([, name]) => name === undefined)) return undefined;
    return this.all(
      pairs.map(([pattern, name]) => [pattern, this.ev.attribute(value, name!, this.node)] as const),
    );
  }

  /** Attributes by their names, as far as the library knows them. */
  private attributesOfLibrary(given: readonly Argument[], value: Value): boolean | undefined {
    const pairs = given.map((each) => {
      const name = each.kind === 'keyword' ? each.name : undefined;
      const found =
        name === undefined ? undefined : this.ev.library.attribute(value, name, this.node, this.ev);
      return [each.value, found] as const;
    });
    return pairs.every(([, found]) => found && found.kind !== 'unknown')
      ? this.all(pairs as [Expression, Value][])
      : undefined;
  }

  /** Notes positional patterns of a class that does not say which attributes they mean. */
  private checkPositions(cls: Value | undefined, given: readonly Argument[], value: Value): void {
    const count = given.filter(({ kind }) => kind === 'positional').length;
    const name = cls && recordless(this.ev, value);
    if (count > 0 && name !== undefined && !this.isUnsure && isJudged(this.ev, value))
      fails(
        this.ev,
        this.node,
        refused(
          `\`${excerpt(name)}\` has no \`__match_args__\`, so a pattern takes its attributes only by name`,
          'TypeError',
        ),
      );
  }

  /** The value of a name, or of a dotted name such as a class or an enum member. */
  private named(pattern: Expression): Value | undefined {
    if (pattern.kind === 'name') return this.ev.lookUp(pattern.name, this.frame, this.node);
    const object = pattern.kind === 'attribute' ? this.named(pattern.object) : undefined;
    return object && pattern.kind === 'attribute'
      ? this.ev.attribute(object, pattern.name, this.node)
      : undefined;
  }

  private literal(pattern: Expression): Value | undefined {
    switch (pattern.kind) {
      case 'number':
        return readNumber(pattern.text, this.node);
      case 'unary': {
        const number = this.literal(pattern.operand);
        return pattern.operator === '-' && (number?.kind === 'int' || number?.kind === 'float')
          ? negated(number, this.node)
          : undefined;
      }
      case 'string':
        if (pattern.fields.length > 0 || pattern.parts.some(({ prefix }) => /[bt]/i.test(prefix)))
          return undefined;
        return str(this.node, decodeString(this.text, pattern)?.value);
      case 'constant':
        return this.constant(pattern.value);
      case 'attribute':
        return this.named(pattern);
      default:
        return undefined;
    }
  }

  private constant(value: string): Value {
    if (value === 'None') return none(this.node);
    return value === 'True' || value === 'False'
      ? bool(this.node, value === 'True')
      : unknown(this.node, 'syntax');
  }
}
