import type { Evaluator, OfCall, Value } from '../../evaluator';
import { dictOf, listOf, putEntry, update } from '../../evaluator/containers';
import { bool, type DictValue, float, int, NO_ARGUMENTS, none, str } from '../../evaluator/value';
import type { Node } from '../../python/tree';

// Reads YAML as PyYAML does, in the forms that configurations have: blocks, values on one line, anchors and merges.

const READERS = /^yaml\.(?:safe_load|load|full_load|unsafe_load)$/;
const MAX_TEXT = 100_000;

/** The result of `yaml.safe_load(text)`, if the text is known and has only these forms. */
export const yamlRead: OfCall<Value> = (name, { positional: [source], hasUnknownArguments }, node, ev) => {
  if (!READERS.test(name) || !source || hasUnknownArguments) return undefined;
  const isStream = source.kind === 'iterator' && source.isStream;
  const text = isStream
    ? ev.call({ kind: 'method', object: source, name: 'read', node }, NO_ARGUMENTS, node)
    : source;
  if (text.kind !== 'str' || text.value === undefined || text.value.length > MAX_TEXT) return undefined;
  try {
    return new Reader(ev, linesOf(text.value), node).document();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
};

class Unsupported extends Error {}

interface Line {
  readonly indent: number;
  readonly text: string;
}

function linesOf(text: string): Line[] {
  const lines = text.split('\n').map(withoutComment);
  const written = lines.filter((line) => line.trim() !== '');
  if (written[0]?.trim() === '---') written.shift();
  if (written.some((line) => /^(?:---|\.\.\.|%)|[\t\r\x85\u2028\u2029]/.test(line))) throw new Unsupported();
  return written.map((line) => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
}

/** A line without its comment: what follows a `#` that is in no quotes. */
const withoutComment = (line: string): string =>
  /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?!(?:^|\s)#)[\s\S])*?(?=(?:^|\s)#|$)/.exec(line)?.[0].trimEnd() ??
  line;

const KEY = /^("[^"\\]*"\s*|'[^']*'\s*|[^\s"'[\]{}&*!|>%@`,#?-][^:#[\]{}]*|-?\d[^:#]*|<<\s*):(?:\s+(.*))?$/;
const MAX_DEPTH = 30;

class Reader {
  private at = 0;
  private readonly anchors = new Map<string, Value>();

  constructor(
    private readonly ev: Evaluator,
    private readonly lines: Line[],
    private readonly node: Node,
  ) {}

  document(): Value {
    const value = this.lines.length === 0 ? none(this.node) : this.block(this.lines[0]!.indent, 0);
    if (this.at < this.lines.length) throw new Unsupported();
    return value;
  }

  /** The value whose lines begin at an indentation. */
  private block(indent: number, depth: number): Value {
    const line = this.lines[this.at];
    if (!line || line.indent !== indent || depth > MAX_DEPTH) throw new Unsupported();
    if (isItem(line)) return this.sequence(indent, depth);
    if (KEY.test(line.text)) return this.mapping(indent, depth);
    this.at++;
    return this.inline(this.closed(line.text));
  }

  /** A value in brackets with the lines up to the last of them; any other as it is. */
  private closed(text: string): string {
    if (!/^[[{]/.test(text)) return text;
    const parts = [text];
    for (let open = openBrackets(text); open > 0; ) {
      const next = this.lines[this.at++];
      if (!next) throw new Unsupported();
      open += openBrackets(next.text);
      parts.push(next.text);
    }
    return parts.join(' ');
  }

  private sequence(indent: number, depth: number): Value {
    const items: Value[] = [];
    for (
      let line = this.lines[this.at];
      line && line.indent === indent && isItem(line);
      line = this.lines[this.at]
    ) {
      const rest = line.text.slice(1).trimStart();
      const inner = indent + line.text.length - rest.length;
      if (rest === '' || !(KEY.test(rest) || isItem({ indent, text: rest }))) {
        this.at++;
        items.push(this.valueBehind(rest, indent, depth));
      } else {
        // What follows the dash begins a block of its own.
        this.lines[this.at] = { indent: inner, text: rest };
        items.push(this.block(inner, depth + 1));
      }
    }
    return listOf(this.ev, items, this.node);
  }

  private mapping(indent: number, depth: number): Value {
    const parts = this.parts();
    for (let line = this.lines[this.at]; line && line.indent === indent; line = this.lines[this.at]) {
      const [, key, rest = ''] = KEY.exec(line.text) ?? [];
      if (key === undefined) throw new Unsupported();
      this.at++;
      this.put(parts, key.trimEnd(), this.valueBehind(rest, indent, depth));
    }
    return this.whole(parts);
  }

  private parts(): MappingParts {
    return { merged: dictOf(this.ev, this.node), own: dictOf(this.ev, this.node) };
  }

  private put({ merged, own }: MappingParts, key: string, value: Value): void {
    if (key !== '<<') {
      putEntry(this.ev, own, this.scalar(key), value);
      return;
    }
    // Of several mappings, the first that has a key decides.
    const sources = value.kind === 'list' ? value.cell.content?.toReversed() : [value];
    for (const each of sources ?? [value]) {
      if (each.kind !== 'dict') throw new Unsupported();
      update(this.ev, merged, each);
    }
  }

  private whole({ merged, own }: MappingParts): Value {
    update(this.ev, merged, own);
    return merged;
  }

  /** The value behind a key or a dash: on the same line, or in deeper ones. */
  private valueBehind(written: string, indent: number, depth: number): Value {
    const [, anchor, first = written] = /^&(\w+)(?:\s+|$)(.*)$/.exec(written) ?? [];
    const rest = this.closed(first);
    const next = this.lines[this.at];
    const isDeeper = next !== undefined && (next.indent > indent || (next.indent === indent && isItem(next)));
    let value: Value;
    if (rest !== '') {
      // A text that goes on in the next line is not read.
      if (next !== undefined && next.indent > indent) throw new Unsupported();
      value = this.inline(rest);
    } else value = isDeeper ? this.block(next.indent, depth + 1) : none(this.node);
    if (anchor !== undefined) this.anchors.set(anchor, value);
    return value;
  }

  /** A value on one line. */
  private inline(text: string): Value {
    const [, alias] = /^\*(\w+)$/.exec(text) ?? [];
    if (alias !== undefined) {
      const value = this.anchors.get(alias);
      if (!value) throw new Unsupported();
      return value;
    }
    if (!/^[[{]/.test(text)) return this.scalar(text);
    const [value, rest] = this.flow(text, 0);
    if (rest.trim() !== '') throw new Unsupported();
    return value;
  }

  /** `[1, 2]` or `{a: 1}`, and the text behind it. */
  private flow(text: string, depth: number): readonly [Value, string] {
    if (depth > MAX_DEPTH) throw new Unsupported();
    const { ev, node } = this;
    const close = text[0] === '[' ? ']' : '}';
    const items: Value[] = [];
    const parts = this.parts();
    let rest = text.slice(1).trimStart();
    while (!rest.startsWith(close)) {
      let key: string | undefined;
      if (close === '}') {
        const [whole, name] = /^("[^"\\]*"\s*|'[^']*'\s*|[^\s,[\]{}:"'&*!][^,[\]{}:]*):\s+/.exec(rest) ?? [];
        if (whole === undefined) throw new Unsupported();
        key = name!.trimEnd();
        rest = rest.slice(whole.length);
      }
      let value: Value;
      if (/^[[{]/.test(rest)) [value, rest] = this.flow(rest, depth + 1);
      else {
        const [whole] = /^(?:"[^"\\]*"|'[^']*'|[^,[\]{}"']+)/.exec(rest) ?? [];
        if (whole === undefined || /:\s/.test(whole)) throw new Unsupported();
        value = this.inline(whole.trim());
        rest = rest.slice(whole.length);
      }
      if (key !== undefined) this.put(parts, key, value);
      else items.push(value);
      rest = rest.trimStart();
      if (rest.startsWith(',')) rest = rest.slice(1).trimStart();
      else if (!rest.startsWith(close)) throw new Unsupported();
    }
    return [close === ']' ? listOf(ev, items, node) : this.whole(parts), rest.slice(1)];
  }

  /** A text with or without quotes; the latter may be a number, a truth value or nothing. */
  private scalar(text: string): Value {
    const { node } = this;
    const [, quoted] = /^'((?:[^']|'')*)'$/.exec(text) ?? [];
    if (quoted !== undefined) return str(node, quoted.replaceAll("''", "'"));
    const [, double] = /^"([^"\\]*)"$/.exec(text) ?? [];
    if (double !== undefined) return str(node, double);
    if (/^[[\]{}&*!|>%@`"'#,?]|^[-?:](?:\s|$)|:\s|\s#|:$/.test(text) || SPECIAL.test(text))
      throw new Unsupported();
    if (/^(?:~|null|Null|NULL|)$/.test(text)) return none(node);
    if (/^(?:yes|true|on)$/i.test(text) && isInOneCase(text)) return bool(node, true);
    if (/^(?:no|false|off)$/i.test(text) && isInOneCase(text)) return bool(node, false);
    const digits = text.replaceAll('_', '');
    if (/^0(?:x[\da-fA-F]+|b[01]+)$/.test(digits)) return int(node, BigInt(digits));
    if (/^[-+]?\.(?:inf|Inf|INF)$/.test(text))
      return float(node, text.startsWith('-') ? -Infinity : Infinity);
    if (/^[-+]?(?:0|[1-9][\d_]*)$/.test(text)) return int(node, BigInt(digits.replace('+', '')));
    if (/^[-+]?(?:\d[\d_]*\.[\d_]*|\.\d[\d_]*)(?:[eE][-+]\d+)?$/.test(text))
      return float(node, Number(digits));
    return str(node, text);
  }
}

const isItem = ({ text }: Line): boolean => text === '-' || text.startsWith('- ');

/** `yes`, `Yes` or `YES` */
const isInOneCase = (text: string): boolean => /^(?:[a-z]+|[A-Z][a-z]+|[A-Z]+)$/.test(text);

/** Numbers with other bases and signs, times and dates, and what is no number. */
const SPECIAL =
  /^<<$|^[-+](?:0[bx][\da-fA-F_]*)$|^[-+]?(?:0[o\d][\da-fA-F_]*|0[bx]|\d[\d_]*(?::\d+)+(?:\.\d*)?|\.(?:nan|NaN|NAN)|\d{4}-\d\d?-\d.*)$/;

/** The entries that other mappings give, and its own, which win. */
interface MappingParts {
  readonly merged: DictValue;
  readonly own: DictValue;
}

/** How many more brackets a line opens than it closes, apart from those in quotes, which end where they begin. */
function openBrackets(line: string): number {
  const bare = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, '');
  if (/["']/.test(bare)) throw new Unsupported();
  return bare.replace(/[^[{]/g, '').length - bare.replace(/[^\]}]/g, '').length;
}
