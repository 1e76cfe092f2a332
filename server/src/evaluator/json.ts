import { type Node as Json, type ParseError, parseTree } from 'jsonc-parser';
import { compareCodePoints } from '../basics/compare';
import { excerpt } from '../basics/excerpt';
import { isReplaced } from '../python/names';
import type { Node } from '../python/tree';
import { listOf } from './containers';
import { callUnseen } from './escape';
import type { Evaluator } from './evaluator';
import { fails, isJudged, operatorType, typeName } from './failures';
import { entries } from './join';
import { numberText } from './numbers';
import {
  type Arguments,
  bool,
  type DictEntry,
  type DictValue,
  dictKeyOf,
  entriesOf,
  float,
  int,
  none,
  numberOf,
  passing,
  str,
  truth,
  type Value,
} from './value';

const MAX_TEXT = 100_000;

/** The result of `json.loads` for a known string. */
export function jsonOf(ev: Evaluator, given: Arguments, node: Node): Value | undefined {
  const [text, ...more] = given.positional;
  const hook = given.keywords.get('object_hook');
  const isPlain = !given.hasUnknownArguments && more.length === 0 && given.keywords.size === (hook ? 1 : 0);
  if (!isPlain) return undefined;
  if (text?.kind !== 'str' || text.value === undefined || text.value.length > MAX_TEXT) return undefined;
  const errors: ParseError[] = [];
  try {
    const read = parseTree(text.value, errors, { disallowComments: true });
    if (read && errors.length === 0) return pythonOf(ev, read, text.value, node, hook);
    // Python also takes these.
    if (!/\b(?:NaN|Infinity)\b/.test(text.value) && isJudged(ev, text))
      fails(ev, node, {
        of: 'refused',
        reason: `The text is no JSON from character ${errors[0]?.offset ?? 0} on`,
        raises: 'JSONDecodeError',
      });
    return undefined;
  } catch {
    // Nested too deeply.
    return undefined;
  }
}

/** A value, of which a hook of the program makes others of the dicts. */
function pythonOf(ev: Evaluator, read: Json, text: string, node: Node, hook?: Value): Value {
  const { type, value, children = [], offset, length } = read;
  const within = (each: Json) => pythonOf(ev, each, text, node, hook);
  if (type === 'null') return none(node);
  if (type === 'boolean') return bool(node, value);
  if (type === 'string') return str(node, value);
  if (type === 'array') return listOf(ev, children.map(within), node);
  if (type === 'number') {
    // Python distinguishes 1 from 1.0.
    const written = text.slice(offset, offset + length);
    return /[.eE]/.test(written) ? float(node, Number(written)) : int(node, BigInt(written));
  }
  const known = new Map<string, DictEntry>();
  for (const { children: [name, held] = [] } of children) {
    const key = within(name!);
    known.set(dictKeyOf(key)!, { key, value: within(held!) });
  }
  const dict: Value = { kind: 'dict', cell: entries(ev.state, { known, hasUnknownEntries: false }), node };
  return hook ? ev.call(hook, passing(dict), node) : dict;
}

/** The result of `json.dumps`: a text, and a known one if the value is. */
export function jsonText(ev: Evaluator, given: Arguments, node: Node): Value {
  const { keywords, hasUnknownArguments } = given;
  const [value, ...more] = given.positional;
  const names = [...keywords.keys()];
  if (!value || hasUnknownArguments || more.length > 0 || !names.every((name) => LAYOUT.has(name)))
    return str(node, undefined);
  const indent = keywords.get('indent');
  const width = !indent || indent.kind === 'none' ? '' : numberOf(indent);
  const isSorted = keywords.get('sort_keys');
  const writer = new Writer(
    typeof width === 'number' ? ' '.repeat(width) : width,
    isSorted === undefined ? false : truth(isSorted),
  );
  const text = writer.text(value);
  const { bad } = writer;
  // What has no JSON of its own is given to `default`, which may be a method of `cls`.
  if (text === undefined) callUnseen(ev, passing(...keywords.values()), node);
  const isConverted = keywords.has('default') || keywords.has('cls') || isReplaced(ev.tree, ENCODER, node);
  if (bad && !isConverted && isJudged(ev, value, bad))
    fails(ev, node, {
      of: 'refused',
      reason: `JSON holds no value of the type \`${bad.kind === 'instance' ? excerpt(bad.cls.name) : (operatorType(bad) ?? typeName(bad))}\``,
      raises: 'TypeError',
    });
  return str(node, text);
}

/** What `json.dumps` asks about other values; a program may replace it, or its class, by its own. */
const ENCODER = 'json.JSONEncoder.default';

/** Arguments that decide on the layout, or on values that have no JSON of their own. */
const LAYOUT: ReadonlySet<string> = new Set(['indent', 'sort_keys', 'default', 'cls']);

class Writer {
  /** A value that JSON does not hold. */
  bad: Value | undefined;

  /** `indent` is empty if all stands on one line; what is undefined is unknown. */
  constructor(
    private readonly indent: string | undefined,
    private readonly isSorted: boolean | undefined,
  ) {}

  text(value: Value, depth = 0): string | undefined {
    if (depth > MAX_NESTING) return undefined;
    switch (value.kind) {
      case 'none':
        return 'null';
      case 'bool':
        return value.value === undefined ? undefined : String(value.value);
      case 'int':
        return numberText(value);
      case 'float':
        return Number.isFinite(value.value) ? numberText(value) : undefined;
      case 'str':
        return value.value === undefined ? undefined : quoted(value.value);
      case 'tuple':
        return this.block('[]', value.elements, (each) => this.text(each, depth + 1), depth);
      case 'list':
        if (value.isDeque) return this.refuse(value);
        return this.block('[]', value.cell.content, (each) => this.text(each, depth + 1), depth);
      case 'dict': {
        if (value.form !== undefined || value.isNamespace) return undefined;
        return this.block('{}', this.entries(value), (each) => this.entry(each, depth + 1), depth);
      }
      case 'set':
      case 'bytes':
        return this.refuse(value);
      case 'made':
        return value.facts?.lacksOperators === undefined ? undefined : this.refuse(value);
      case 'instance':
        return value.cls.inherited.every((each) => each.kind === 'class') && value.cls.form !== 'enum'
          ? this.refuse(value)
          : undefined;
      default:
        return undefined;
    }
  }

  private refuse(value: Value): undefined {
    this.bad ??= value;
  }

  /** Python sorts texts by their code points. */
  private entries(dict: DictValue): readonly DictEntry[] | undefined {
    const all = entriesOf(dict);
    if (!all || this.isSorted === undefined) return undefined;
    const nameOf = ({ key }: DictEntry) => (key.kind === 'str' ? key.value! : '');
    return this.isSorted ? all.toSorted((a, b) => compareCodePoints(nameOf(a), nameOf(b))) : all;
  }

  private entry({ key, value }: DictEntry, depth: number): string | undefined {
    const text = this.text(value, depth);
    const isNumber = key.kind === 'int' && !this.isSorted;
    const name = key.kind === 'str' ? key.value : isNumber ? numberText(key) : undefined;
    return name === undefined || text === undefined ? undefined : `${quoted(name)}: ${text}`;
  }

  private block<T>(
    [open, close]: string,
    held: readonly T[] | undefined,
    textOf: (each: T) => string | undefined,
    depth: number,
  ): string | undefined {
    const parts = held?.map(textOf);
    if (!parts?.every((part) => part !== undefined) || this.indent === undefined) return undefined;
    if (parts.length === 0) return `${open}${close}`;
    if (this.indent === '') return `${open}${parts.join(', ')}${close}`;
    const line = `\n${this.indent.repeat(depth)}`;
    return `${open}${line}${this.indent}${parts.join(`,${line}${this.indent}`)}${line}${close}`;
  }
}

const MAX_NESTING = 32;

/** A text in quotes, in ASCII. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u0080-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
