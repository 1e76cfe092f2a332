import type { Node } from '../python/tree';
import { numberText, withDigits } from './numbers';
import { bool, entriesOf, int, str, type Value } from './value';

/** The text that `str()` gives for a value, if it is known. */
export function textOf(value: Value): string | undefined {
  return value.kind === 'str' ? value.value : reprOf(value);
}

const MAX_DEPTH = 8;

/** The text that `repr()` gives for a value, if it is known. */
export function reprOf(value: Value, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  const all = (values: readonly Value[] | undefined) => {
    const texts = values?.map((each) => reprOf(each, depth + 1));
    return texts?.every((text) => text !== undefined) ? texts : undefined;
  };
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'ellipsis':
      return 'Ellipsis';
    case 'bool':
    case 'int':
    case 'float':
      return numberText(value);
    case 'str':
      return value.value === undefined ? undefined : quoted(value.value);
    case 'list': {
      if (value.isDeque || value.cls) return undefined;
      const texts = all(value.cell.content);
      return texts && `[${texts.join(', ')}]`;
    }
    case 'tuple': {
      if (value.cls) return undefined;
      const texts = all(value.elements);
      return texts && `(${texts.join(', ')}${texts.length === 1 ? ',' : ''})`;
    }
    case 'dict': {
      const items = entriesOf(value);
      if (value.missing || value.isSpecial || !items) return undefined;
      const parts = items.map((entry) => all([entry.key, entry.value])?.join(': '));
      return parts.every((part) => part !== undefined) ? `{${parts.join(', ')}}` : undefined;
    }
    default:
      return undefined;
  }
}

/** Only for plain text: Python has escaping rules of its own. */
function quoted(text: string): string | undefined {
  if (!/^[\x20-\x7e]*$/.test(text)) return undefined;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)}${quote}`;
}

/** `format(value, specification)`, if it is known. */
export function formatted(value: Value, specification: string): string | undefined {
  if (specification === '') return textOf(value);
  const [, fill, align, sign, zero, width, comma, precision, type] =
    /^(?:(.)?([<>^]))?([+ -])?(0)?(\d{1,4})?(,)?(?:\.(\d{1,2}))?([a-zA-Z%])?$/.exec(specification) ?? [];
  if (!/^(?:.?[<>^])?[+ -]?0?\d{0,4},?(?:\.\d{1,2})?[defgs]?$/.test(specification)) return undefined;
  if (sign === ' ' || (sign === '+' && value.kind === 'str')) return undefined;
  let text: string | undefined;
  let isNumber = false;
  if (value.kind === 'str') {
    if (type !== undefined && type !== 's') return undefined;
    if (comma || zero) return undefined;
    text =
      precision === undefined
        ? value.value
        : value.value && [...value.value].slice(0, Number(precision)).join('');
  } else if (value.kind === 'int' && (type === undefined || type === 'd')) {
    if (precision !== undefined) return undefined;
    isNumber = true;
    text = value.value === undefined ? undefined : String(value.value);
  } else if ((value.kind === 'int' || value.kind === 'float') && value.value !== undefined && type === 'f') {
    isNumber = true;
    text = fixed(Number(value.value), Number(precision ?? 6));
  } else if (
    (value.kind === 'int' || value.kind === 'float') &&
    value.value !== undefined &&
    (type === 'g' || type === 'e')
  ) {
    isNumber = true;
    const digits = Number(precision ?? 6);
    text = type === 'e' ? scientific(Number(value.value), digits) : general(Number(value.value), digits || 1);
  } else return undefined;
  if (sign === '+' && text !== undefined && !text.startsWith('-')) text = `+${text}`;
  if (text === undefined) return undefined;
  if (comma) text = text.replace(/^([+-]?\d+)/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
  const space = Number(width ?? 0) - [...text].length;
  if (space <= 0) return text;
  if (zero && !align) {
    if (!isNumber || comma) return undefined;
    return text.replace(/^[+-]?/, `$&${'0'.repeat(space)}`);
  }
  const filler = fill ?? (zero ? '0' : ' ');
  switch (align ?? (isNumber ? '>' : '<')) {
    case '<':
      return text + filler.repeat(space);
    case '>':
      return filler.repeat(space) + text;
    default:
      return filler.repeat(Math.floor(space / 2)) + text + filler.repeat(Math.ceil(space / 2));
  }
}

/** A number with digits after its point, unless it is unknown. */
function fixed(x: number, digits: number): string | undefined {
  if (!Number.isFinite(x) || Math.abs(x) >= 1e15 || digits > MAX_DIGITS || Object.is(x, -0)) return undefined;
  const text = withDigits(x, digits);
  // Python writes the sign of a number that becomes 0.
  return x < 0 && Number(text) === 0 ? undefined : text;
}

/** A number with so many digits in all, without zeros at its end, unless it is unknown. */
function general(x: number, digits: number): string | undefined {
  const text = scientific(x, digits - 1);
  const [mantissa = '', power] = text?.split('e') ?? [];
  const exponent = Number(power);
  if (text === undefined) return undefined;
  return exponent >= -4 && exponent < digits
    ? withoutZeros(x.toFixed(digits - 1 - exponent))
    : `${withoutZeros(mantissa)}e${power}`;
}

const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** A number with a power of ten and so many digits after its point, unless it is unknown. */
function scientific(x: number, digits: number): string | undefined {
  if (!Number.isFinite(x) || digits >= MAX_DIGITS || Object.is(x, -0)) return undefined;
  // Python rounds a half to the even digit, JavaScript up.
  if (/50{19}e/.test(x.toExponential(digits + 20))) return undefined;
  return x.toExponential(digits).replace(/(?<=e[-+])(?=\d$)/, '0');
}

const MAX_DIGITS = 30;

/** A replacement field's text: the value after a conversion such as `!r`, in the format that it specifies. */
export function shownInField(
  value: Value,
  conversion: string | undefined,
  specification: string | undefined,
): string | undefined {
  if (specification === undefined || conversion === 'a') return undefined;
  if (conversion === undefined) return formatted(value, specification);
  const text = conversion === 's' ? textOf(value) : reprOf(value);
  return text === undefined ? undefined : formatted(str(value.node, text), specification);
}

/** `template.format(…)`, if it is known. */
export function formatTemplate(
  template: string,
  positional: readonly Value[],
  keywords: ReadonlyMap<string, Value>,
): string | undefined {
  let result = '';
  let next = 0;
  const pattern = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
  let end = 0;
  for (const match of template.matchAll(pattern)) {
    result += template.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0] === '{{' || match[0] === '}}') {
      result += match[0][0];
      continue;
    }
    const [, field] = match;
    const [, name = '', conversion, specification = ''] = /^(\w*)(?:!([rsa]))?(?::(.*))?$/s.exec(
      field ?? '\0',
    ) ?? [undefined, '\0'];
    const value = /^\d*$/.test(name) ? positional[name === '' ? next++ : Number(name)] : keywords.get(name);
    if (!value || name === '\0') return undefined;
    const shown = shownInField(value, conversion, specification);
    if (shown === undefined) return undefined;
    result += shown;
  }
  return result + template.slice(end);
}

/** `template % values`, if it is known. */
export function interpolated(template: string, right: Value): string | undefined {
  const values = right.kind === 'tuple' ? right.elements : undefined;
  if (right.kind === 'tuple' && !values) return undefined;
  let next = 0;
  let isKnown = true;
  let named = false;
  const result = template.replace(
    /%(?:\((\w+)\))?([-0 +#]*)(\d{0,3})(?:\.(\d{1,2}))?([a-zA-Z%])|%/g,
    (all, name, flags, width, precision, type) => {
      if (all === '%%') return '%';
      let value: Value | undefined;
      if (name !== undefined) {
        named = true;
        value = right.kind === 'dict' ? right.cell.content.known.get(`s${name}`)?.value : undefined;
      } else value = values ? values[next++] : next++ === 0 ? right : undefined;
      const text = value && converted(value, type, flags, width, precision);
      if (text === undefined) isKnown = false;
      return text ?? '';
    },
  );
  // Python raises if values are left over.
  const available = values ? values.length : 1;
  if (!named && next !== available && right.kind !== 'dict') return undefined;
  return isKnown ? result : undefined;
}

function converted(
  value: Value,
  type: string,
  flags: string,
  width: string,
  precision: string | undefined,
): string | undefined {
  if (!/^[-0+]?$/.test(flags)) return undefined;
  const isText = type === 's' || type === 'r';
  const shown = isText ? str(value.node, type === 's' ? textOf(value) : reprOf(value)) : value;
  // `format` aligns strings to the left; `%` aligns everything to the right.
  const align = width === '' ? '' : flags === '-' ? '<' : flags === '0' && !isText ? '' : '>';
  const form = type === 'i' ? 'd' : type === 'r' ? 's' : type;
  if (!/^[defgs]$/.test(form) || (form === 'd' && (value.kind !== 'int' || precision !== undefined)))
    return undefined;
  const digits = precision === undefined ? '' : `.${precision}`;
  return formatted(shown, `${align}${flags === '-' ? '' : flags}${width}${digits}${form}`);
}

// ---------------------------------------------------------------- Methods

const WHITESPACE = ' \t\n\r\v\f';

function stripped(text: string, characters: string, left: boolean, right: boolean): string {
  let start = 0;
  let end = text.length;
  while (left && start < end && characters.includes(text[start]!)) start++;
  while (right && end > start && characters.includes(text[end - 1]!)) end--;
  return text.slice(start, end);
}

/** Only for this text do the methods behave the same in Python and JavaScript. */
const isAscii = (text: string) => !/[^ -~\t\n\r\v\f]/.test(text);

/** Wider texts are not built. */
const MAX_WIDTH = 1000;

/** A text of at least some width. */
function filled(
  text: string,
  name: 'zfill' | 'ljust' | 'rjust',
  [width, filler]: readonly Value[],
): string | undefined {
  const size = width?.kind === 'int' && width.value !== undefined ? Number(width.value) : Infinity;
  const fill = filler ? (filler.kind === 'str' ? filler.value : undefined) : ' ';
  if (size > MAX_WIDTH || fill?.length !== 1) return undefined;
  if (name === 'ljust') return text.padEnd(size, fill);
  if (name === 'rjust') return text.padStart(size, fill);
  const [, sign = '', digits = ''] = /^([+-]?)(.*)$/s.exec(text)!;
  return filler ? undefined : sign + digits.padStart(size - sign.length, '0');
}

/** `text.center(width)`: where the sides differ, the wider one is on the left of a text of even width. */
function centered(text: string, [width, filler]: readonly Value[]): string | undefined {
  const size = width?.kind === 'int' && width.value !== undefined ? Number(width.value) : Infinity;
  if (size > MAX_WIDTH || filler) return undefined;
  const space = Math.max(0, size - text.length);
  const left = Math.floor(space / 2) + (space & size & 1);
  return ' '.repeat(left) + text + ' '.repeat(space - left);
}

const countOf = (value: Value): number | undefined =>
  value.kind === 'int' && value.value !== undefined
    ? value.value < 0n
      ? Infinity
      : Number(value.value)
    : undefined;

/** Parts of a text, of which those behind so many stay one. */
function splitAtMost(parts: readonly string[], separator: string, most: number, fromEnd: boolean) {
  if (parts.length <= most + 1) return parts;
  const rest = parts.length - most;
  return fromEnd
    ? [parts.slice(0, rest).join(separator), ...parts.slice(rest)]
    : [...parts.slice(0, most), parts.slice(most).join(separator)];
}

/** What a text without other characters than those of ASCII contains. */
const CONTENTS = {
  isdigit: /^\d+$/,
  isdecimal: /^\d+$/,
  isnumeric: /^\d+$/,
  isalpha: /^[a-zA-Z]+$/,
  isalnum: /^[a-zA-Z\d]+$/,
  isspace: /^\s+$/,
  isidentifier: /^[a-zA-Z_]\w*$/,
} as const;

/** The result of a string method, if at least its kind is known. */
export function stringMethod(
  text: string | undefined,
  name: string,
  given: readonly Value[],
  node: Node,
): Value | readonly Value[] | undefined {
  const known = given.map((value) => (value.kind === 'str' ? value.value : undefined));
  const areKnown = text !== undefined && known.every((value) => value !== undefined);
  const [first, second] = known;
  /** The text, if there is one argument and it is known. */
  const plain = areKnown && given.length === 1 ? text : undefined;
  const ascii = text !== undefined && isAscii(text) ? text : undefined;
  switch (name) {
    case 'lower':
      return str(node, ascii?.toLowerCase());
    case 'upper':
      return str(node, ascii?.toUpperCase());
    case 'strip':
    case 'lstrip':
    case 'rstrip': {
      const characters = given.length === 0 || given[0]!.kind === 'none' ? WHITESPACE : first;
      const isKnown = ascii !== undefined && characters !== undefined && given.length < 2;
      const [left, right] = [name !== 'rstrip', name !== 'lstrip'];
      return str(node, isKnown ? stripped(ascii, characters, left, right) : undefined);
    }
    case 'replace':
      return str(
        node,
        areKnown && given.length === 2 && first !== '' ? text.replaceAll(first!, () => second!) : undefined,
      );
    case 'removeprefix':
      return str(node, plain?.startsWith(first!) ? plain.slice(first!.length) : plain);
    case 'removesuffix':
      return str(node, plain?.endsWith(first!) ? plain.slice(0, plain.length - first!.length) : plain);
    case 'startswith':
    case 'endswith': {
      const [only] = given;
      const ends = only?.kind === 'tuple' ? only.elements : only && [only];
      const tests = ends?.map((end) =>
        end.kind === 'str' && end.value !== undefined
          ? text?.[name === 'startswith' ? 'startsWith' : 'endsWith'](end.value)
          : undefined,
      );
      const isKnown = given.length === 1 && tests?.every((test) => test !== undefined);
      return bool(node, isKnown ? tests!.includes(true) : undefined);
    }
    case 'split':
    case 'rsplit': {
      if (ascii === undefined || given.length > 2) return undefined;
      if (given.length === 0) return ascii.match(/[^ \t\n\r\v\f]+/g)?.map((part) => str(node, part)) ?? [];
      const most = given[1] ? countOf(given[1]) : Infinity;
      if (!first || most === undefined) return undefined;
      return splitAtMost(ascii.split(first), first, most, name === 'rsplit').map((part) => str(node, part));
    }
    case 'partition':
    case 'rpartition': {
      const at = plain?.[name === 'partition' ? 'indexOf' : 'lastIndexOf'](first!);
      if (at === undefined || first === '') return undefined;
      const parts =
        at >= 0
          ? [plain!.slice(0, at), first!, plain!.slice(at + first!.length)]
          : name === 'partition'
            ? [plain!, '', '']
            : ['', '', plain!];
      return { kind: 'tuple', elements: parts.map((part) => str(node, part)), node };
    }
    case 'find':
    case 'index':
    case 'rfind':
    case 'rindex': {
      const at = ascii && plain?.[name.startsWith('r') ? 'lastIndexOf' : 'indexOf'](first!);
      const isFound = typeof at === 'number' && (at >= 0 || name.endsWith('find'));
      return int(node, isFound ? BigInt(at) : undefined);
    }
    case 'count':
      return int(
        node,
        plain !== undefined && first !== '' ? BigInt(plain.split(first!).length - 1) : undefined,
      );
    case 'isdigit':
    case 'isdecimal':
    case 'isnumeric':
    case 'isalpha':
    case 'isalnum':
    case 'isspace':
    case 'isidentifier':
      return bool(node, ascii === undefined || given.length > 0 ? undefined : CONTENTS[name].test(ascii));
    case 'isupper':
    case 'islower': {
      const [own, other] = name === 'isupper' ? [/[A-Z]/, /[a-z]/] : [/[a-z]/, /[A-Z]/];
      return bool(node, ascii === undefined ? undefined : own.test(ascii) && !other.test(ascii));
    }
    case 'splitlines':
      if (ascii === undefined || given.length > 0 || /[\v\f]/.test(ascii)) return undefined;
      if (ascii === '') return [];
      return ascii
        .replace(/(?:\r\n|\r|\n)$/, '')
        .split(/\r\n|\r|\n/)
        .map((part) => str(node, part));
    case 'zfill':
    case 'ljust':
    case 'rjust':
      return str(node, ascii === undefined ? undefined : filled(ascii, name, given));
    case 'capitalize':
      return str(node, ascii && ascii[0]!.toUpperCase() + ascii.slice(1).toLowerCase());
    case 'title':
      return str(
        node,
        ascii?.replace(/[a-z]+/gi, (word) => word[0]!.toUpperCase() + word.slice(1).toLowerCase()),
      );
    case 'center':
      return str(node, ascii === undefined ? undefined : centered(ascii, given));
    case 'swapcase':
    case 'expandtabs':
    case 'casefold':
      return str(node, undefined);
    case 'encode':
      return { kind: 'bytes', value: ascii !== undefined && given.length === 0 ? ascii : undefined, node };
    default:
      return undefined;
  }
}

/** `textwrap.dedent(text)` */
export function dedented(text: string): string | undefined {
  if (/[\v\f\r]/.test(text)) return undefined;
  const lines = text.split('\n').map((line) => (/^[ \t]+$/.test(line) ? '' : line));
  let margin: string | undefined;
  for (const line of lines) {
    if (line === '') continue;
    const [indent = ''] = /^[ \t]*/.exec(line)!;
    if (margin === undefined) margin = indent;
    else {
      let common = 0;
      while (common < margin.length && margin[common] === indent[common]) common++;
      margin = margin.slice(0, common);
    }
  }
  const cut = margin?.length ?? 0;
  return lines.map((line) => line.slice(cut)).join('\n');
}
