import { excerpt } from '../../basics/excerpt';
import { nodeAt } from '../../textproto/node-at';
import type { FindingRule, FindingSource, Fix } from '../rule';
import { fix, LIKELY, removal, replacement, SAFE, type Trust } from '../support/fixes';

export const unexpectedToken: FindingRule = {
  code: 'unexpected-token',
  severity: 'error',
  summary: 'A field, a value or a closing bracket is expected, but something else is there.',
  details:
    'A text is a row of fields, each a name, a colon and a value. Habits from other languages do not carry over: ' +
    'there is no `=`, no quoted name, no `//` or `/* */`, no plus sign, no parentheses, no brackets around the whole ' +
    'text, and at most one `,` or `;` after a field.',
  messages: {
    ' = …\': Expected ":"': '`=` separates a field and its value, where text format has a colon.',
    'Expected ":", found "="': '`=` separates a field and its value, where text format has a colon.',
    'Expected identifier or number, got {what}': 'There is {what} where a field should begin.',
    'Expected identifier, got: {what}': 'There is {what} where a field should begin.',
    'Expected "{"': 'There is something else where a block should begin.',
    'Expected ":", found "{what}"': 'There is {what} where a colon and a value should follow.',
  },
  bad: 'num_hosts = 8',
  good: 'num_hosts: 8',
  explain: ({ start, end, detail }, source) => {
    const { message, fixes } = classify(source, start, end, detail);
    return { message, fixes: fixes ?? (() => []) };
  },
};

interface Explanation {
  readonly message: string;
  readonly fixes?: () => readonly Fix[];
}

function classify(source: FindingSource, start: number, end: number, detail: string): Explanation {
  const replace =
    (text: string, trust: Trust = SAFE) =>
    () => [replacement(source, start, start + detail.length, text, trust)];
  const remove = (trust: Trust) => () => [removal(source, start, end, trust)];
  const place = nodeAt(source.section, start).kind;
  const isValue = place === 'list' || place === 'field';
  if (/^["']/.test(detail)) {
    const name = detail.slice(1, -1);
    const isName = /^[A-Za-z_]\w*$/.test(name);
    return place === 'field'
      ? {
          message: 'Field names take no quotes. Remove them.',
          fixes: isName ? replace(name) : () => [],
        }
      : { message: `${excerpt(detail)} is not part of a field. A field begins with its name.` };
  }
  switch (detail) {
    case ';':
      if (place !== 'list') break;
      return { message: 'Values of a list are separated by "," only.', fixes: replace(',') };
    case '=':
      if (place !== 'field') break;
      return { message: 'A colon separates a field and its value, not "=".', fixes: replace(':') };
    case '+':
      if (!isValue) break;
      return { message: 'Numbers take no plus sign. C++ rejects it.', fixes: remove(SAFE) };
    case '//':
      return { message: 'Comments begin with "#", not with "//".', fixes: replace('#') };
    case '/*':
      return {
        message: 'Comments begin with "#" on each line; there is no "/* … */".',
        fixes: () =>
          /^\s*(\n|$)/.test(source.text(end, Number.POSITIVE_INFINITY))
            ? [hashComment(source, start, end)]
            : [],
      };
    case '(':
      return {
        message: 'A list is written in square brackets, not in parentheses.',
        fixes: () => squareBrackets(source, start),
      };
    case ')':
      return { message: 'Text format has no parentheses.' };
    case '{':
    case '<':
      return {
        message: `No field name precedes this "${detail}". The whole text has no brackets around it.`,
      };
    case ':':
      return {
        message: 'One colon separates a field and its value, and there is none elsewhere.',
        fixes: remove(LIKELY),
      };
  }
  if (detail === ',' || detail === ';') {
    return {
      message: `This "${detail}" separates nothing. At most one "," or ";" follows a field, and one "," a value of a list.`,
      fixes: remove(SAFE),
    };
  }
  const wanted = isValue ? 'A value is expected.' : 'A field begins with its name.';
  return { message: `"${excerpt(detail)}" is not expected here. ${wanted}`, fixes: remove({}) };
}

function squareBrackets(source: FindingSource, start: number): Fix[] {
  const found = /^\([^()\n]*\)/.exec(source.text(start, Number.POSITIVE_INFINITY))?.[0];
  return found === undefined
    ? []
    : [replacement(source, start, start + found.length, `[${found.slice(1, -1)}]`, LIKELY)];
}

/** A comment in text format, with `#` on each line. */
function hashComment(source: FindingSource, start: number, end: number): Fix {
  const lines = source
    .text(start, end)
    .replace(/^\/\*+/, '')
    .replace(/\*+\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*+/, '').trim());
  const before = source.text(0, start);
  const indent = before.slice(before.lastIndexOf('\n') + 1).replaceAll(/\S/g, ' ');
  const newText = lines
    .filter((line, i) => line !== '' || (i > 0 && i < lines.length - 1))
    .map((line) => `# ${line}`.trimEnd())
    .join(`\n${indent}`);
  return fix('Write the comment with "#"', { span: source.span(start, end), newText: newText || '#' }, SAFE);
}
