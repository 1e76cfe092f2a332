import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { INTEGERS } from '../../configuration/bind';
import type { FieldType } from '../../schema/types';
import { numberForm } from '../../textproto/lexer';
import { floatValue, floatWord, integerValue, stringText } from '../../textproto/literals';
import { type FieldNode, type MessageNode, ownerOf, type ScalarNode } from '../../textproto/tree';
import type { FindingRule, FindingSource, Fix } from '../rule';
import { fieldRemoval, fix, LIKELY, SAFE, type Trust, trustIn } from '../support/fixes';
import { expected } from '../support/wording';

export const wrongType: FindingRule = {
  code: 'wrong-type',
  severity: 'error',
  summary: 'A value does not have the type of its field.',
  details:
    'Parsers do not convert values. A whole number has no fraction or exponent (not `1.0` or `1e3`). Numbers, booleans ' +
    'and enum values have no quotes, strings have them. A floating-point number is decimal, and a boolean is ' +
    '`true` or `false`. A message takes a block, even if it has one field: the limits of `clipping_limits` are ' +
    '`lower { value: -1 }`, a learning rate is `learning_rate { constant: 0.1 }`.',
  messages: {
    'Expected true or false without quotes': 'A field that takes `true` or `false` has another value.',
    'field: expected string or bytes-like object': 'A field that takes a text has another value.',
    'invalid literal for int() with base 10': 'A field that takes a whole number has another value.',
    "Couldn't parse integer: {value}":
      'A field that takes a whole number has the value {value}. Whole numbers have no point, exponent or quotes.',
    "Couldn't parse float: {value}": 'A field that takes a number has the value {value}.',
    'Expected "true" or "false"': 'A field that takes `true` or `false` has another value.',
    'Expected string but found:': 'A field that takes a text in quotes has another value.',
    'Expected integer, got: {value}':
      'A field that takes a whole number has the value {value}. Whole numbers have no point, exponent or quotes.',
    'Expected double, got: {value}': 'A field that takes a number has the value {value}.',
    'Invalid value for boolean field "{name}"': '{name} takes `true` or `false`.',
    'Expected integer or identifier, got: "': 'The value of an enum is in quotes; write its name alone.',
    'Expected string, got:': 'A field that takes a text in quotes has another value.',
    'has no value named "': 'The value of an enum is in quotes; write its name alone.',
    'Expected "{"': 'A field that holds a block is written like a value: write `{ … }`.',
  },
  bad: 'num_hosts: 1.0',
  good: 'num_hosts: 1',
  explain: ({ field, node }, source) => {
    const type = field!;
    if (node?.kind === 'message') return explainBlock(type, node, source);
    const value = node as ScalarNode;
    const owner = value.parent.kind === 'list' ? ownerOf(value.parent) : value.parent;
    const written = source.text(value.start, value.end);
    const message = `${type.name} takes ${expectedExactly(type, written)}, not ${shown(value, written)}.`;
    if (value.type === 'identifier' && /^(null|none|nil|undefined)$/i.test(written)) {
      const fixes = value.parent.kind === 'field' ? [fieldRemoval(source.tree, owner, LIKELY)] : [];
      return { message: `${message} Leave the field out instead.`, fixes: () => fixes };
    }
    if (type.kind === 'message') {
      const block = wrap(type, value, written);
      return {
        message: `${message} Write ${type.name} ${excerpt(block.text)}.`,
        fixes: () => (block.trust ? [blockFix(source, owner, value, block.text, block.trust)] : []),
      };
    }
    const corrections = correct(type, value, written);
    const [first] = corrections;
    return {
      message: first ? `${message} Write ${excerpt(first.text)}.` : message,
      fixes: () => corrections.map((correction) => valueFix(source, value, correction)),
    };
  },
};

interface Correction {
  readonly text: string;
  readonly trust?: Trust;
}

function expectedExactly(type: FieldType, written: string): string {
  if (type.kind === 'float' || type.kind === 'double')
    return /^-?\s*0\d|0x/i.test(written) ? 'a decimal number' : 'a number';
  if (
    written.startsWith('-') &&
    type.kind in INTEGERS &&
    INTEGERS[type.kind as keyof typeof INTEGERS].low === 0n
  )
    return `${expected(type)} from 0 on`;
  return expected(type);
}

function shown(value: ScalarNode, written: string): string {
  return value.type === 'string' ? `the string ${excerpt(written)}` : `"${excerpt(written)}"`;
}

// Values

/** The value that was most likely meant, in the field's type. */
function correct(type: FieldType, value: ScalarNode, written: string): readonly Correction[] {
  const content = value.type === 'string' ? stringText([written])?.trim() : written.replace(/^-\s+/, '-');
  if (content === undefined) return [];
  switch (type.kind) {
    case 'string':
    case 'bytes':
      return [{ text: JSON.stringify(written), trust: SAFE }];
    case 'bool':
      return correctBoolean(content);
    case 'enum':
      return correctEnum(type, content);
    case 'float':
    case 'double':
      return correctFloat(content);
  }
  return correctInteger(type, content);
}

function correctBoolean(content: string): readonly Correction[] {
  if (/^(true|yes|on|y|t|1)$/i.test(content)) return [{ text: 'true', trust: SAFE }];
  return /^(false|no|off|n|f|0)$/i.test(content) ? [{ text: 'false', trust: SAFE }] : [];
}

function correctEnum(type: FieldType, content: string): readonly Correction[] {
  const names = type.enum!.values.map(({ name }) => name);
  if (names.includes(content)) return [{ text: content, trust: SAFE }];
  const named = type.enum!.values.find(({ number }) => number === Number(content || Number.NaN));
  if (named) return [{ text: named.name, trust: SAFE }];
  const text = nearest(content, names);
  return text === undefined ? [] : [{ text, trust: trustIn(text, content, names) }];
}

function correctFloat(content: string): readonly Correction[] {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/s.exec(content)!;
  switch (numberForm(digits)) {
    case 'decimal':
    case 'float':
      return [{ text: content, trust: SAFE }];
    case 'hexadecimal': {
      const value = integerValue(digits);
      return value === undefined ? [] : [{ text: `${sign}${value}`, trust: SAFE }];
    }
    case 'octal':
      return correctOctal(sign, digits);
  }
  return floatWord(digits) === undefined ? [] : [{ text: content, trust: SAFE }];
}

/** It is not known which of the two was meant. */
function correctOctal(sign: string, digits: string): readonly Correction[] {
  const decimal = digits.replace(/^0+(?=\d)/, '');
  const value = integerValue(digits);
  return [
    { text: `${sign}${decimal}`, trust: LIKELY },
    ...(value === undefined ? [] : [{ text: `${sign}${value}` }]),
  ].filter(({ text }, i, all) => i === 0 || text !== all[0]!.text);
}

function correctInteger(type: FieldType, content: string): readonly Correction[] {
  const [, sign = '', digits = ''] = /^(-?)(.*)$/s.exec(content)!;
  const magnitude = integerValue(digits) ?? wholePart(digits);
  if (magnitude === undefined) return [];
  if (numberForm(digits) === 'octal') return correctOctal(sign, digits);
  const value = sign ? -magnitude : magnitude;
  const { low, high } = INTEGERS[type.kind as keyof typeof INTEGERS];
  return value < low || value > high ? [] : [{ text: String(value), trust: SAFE }];
}

/** The integer that a floating-point literal such as `1.0` or `1e3` means. */
function wholePart(digits: string): bigint | undefined {
  const value = floatValue(digits);
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

function valueFix(source: FindingSource, value: ScalarNode, { text, trust }: Correction): Fix {
  const written = source.text(value.start, value.end);
  const quoted = /^["']/.test(text);
  const title =
    quoted && !/^["']/.test(written)
      ? 'Put it in quotes'
      : written.slice(1, -1) === text
        ? 'Remove the quotes'
        : `Replace with "${excerpt(text)}"`;
  return { title, edits: [{ span: source.span(value.start, value.end), newText: text }], ...trust };
}

// Blocks

/** A block for a bare value: of a message with one plain field, or with no fields. */
function wrap(type: FieldType, value: ScalarNode, written: string): Correction {
  const { fields } = type.message!;
  if (fields.length === 0) return { text: '{}', trust: LIKELY };
  const plain = fields.filter(({ kind }) => kind !== 'message');
  const [only] = plain;
  if (plain.length !== 1 || !only || only.repeated) return { text: '{ … }' };
  const fits = acceptable(only, value, written);
  const text = fits ? `{ ${only.name}: ${written} }` : `{ ${only.name}: … }`;
  return fits ? { text, trust: fields.length === 1 ? SAFE : LIKELY } : { text };
}

function acceptable(field: FieldType, value: ScalarNode, written: string): boolean {
  if (field.kind === 'enum') return field.enum!.values.some(({ name }) => name === written);
  if (value.type === 'string') return field.kind === 'string';
  return field.kind !== 'string' && correct(field, value, written)[0]?.text === written;
}

function blockFix(
  source: FindingSource,
  owner: FieldNode,
  value: ScalarNode,
  text: string,
  trust: Trust,
): Fix {
  const single = value.parent.kind === 'field';
  const start = single ? owner.nameEnd : value.start;
  const edit = { span: source.span(start, value.end), newText: single ? ` ${text}` : text };
  return fix(`Write it as ${excerpt(text)}`, edit, trust);
}

function explainBlock(type: FieldType, node: MessageNode, source: FindingSource) {
  const [only, ...more] = node.fields;
  const inner = more.length === 0 && only?.value?.kind === 'scalar' ? only.value : undefined;
  const message = `${type.name} takes ${expected(type)}, not a block.`;
  if (!inner) return { message };
  const text = source.text(inner.start, inner.end);
  const { parent } = node;
  const missingColon = parent.kind === 'field' && parent.colon < 0;
  return {
    message: `${message} Write ${excerpt(text)} alone.`,
    fixes: () => {
      const span = source.span(missingColon ? parent.nameEnd : node.start, node.end);
      const newText = missingColon ? `: ${text}` : text;
      return [fix(`Replace the block with "${excerpt(text)}"`, { span, newText }, LIKELY)];
    },
  };
}
