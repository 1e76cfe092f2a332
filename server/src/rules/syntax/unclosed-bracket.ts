import { excerpt } from '../../basics/excerpt';
import { nodeAt } from '../../textproto/node-at';
import { ownerOf } from '../../textproto/tree';
import type { FindingRule, FindingSource, Fix } from '../rule';
import { insertion, LIKELY } from '../support/fixes';

const CLOSING: ReadonlyMap<string, string> = new Map(Object.entries({ '{': '}', '<': '>', '[': ']' }));

export const unclosedBracket: FindingRule = {
  code: 'unclosed-bracket',
  severity: 'error',
  summary: 'A bracket is never closed.',
  details:
    'Parsers notice the missing bracket only at the end of the file, or at the next closing bracket of another kind, ' +
    'and report that place. Here the indentation shows which block was left open, and the opening bracket is marked.',
  messages: {
    'Expected "}"': 'A block is not closed.',
    'Expected ">"': 'A block that `<` opens is not closed.',
    'has no field named "{name:field}"':
      '{name} is a field of another message: the block before may not be closed, or the field is in the wrong block.',
  },
  bad: 'table_descriptor {\n  name: "video"\nmode: TRAINING',
  good: 'table_descriptor {\n  name: "video"\n}\nmode: TRAINING',
  explain: ({ start, detail }, source) => {
    const closer = CLOSING.get(detail)!;
    const node = nodeAt(source.section, start);
    if (node.kind !== 'message' && node.kind !== 'list') {
      const nameEnd = node.kind === 'field' ? node.nameEnd : start + 1;
      return {
        message: `This "${detail}" is never closed. Insert "${closer}".`,
        fixes: () => [insertion(source, nameEnd, closer, LIKELY)],
      };
    }
    const what = node.kind === 'message' ? 'block' : 'list';
    const { name } = ownerOf(node);
    const isLong = source.text(start, node.end).includes('\n');
    return {
      message: `The ${what} of "${excerpt(name)}" is never closed. Insert "${closer}" at its end.`,
      ...(isLong && {
        related: [{ span: source.span(node.end, node.end), message: `The ${what} seems to end here.` }],
      }),
      fixes: () => [
        isLong ? closeBelow(source, start, node.end, closer) : closeBehind(source, node.end, closer, start),
      ],
    };
  },
};

function closeBehind(source: FindingSource, end: number, closer: string, start: number): Fix {
  const gap = closer === ']' || end === start + 1 ? '' : ' ';
  return insertion(source, end, `${gap}${closer}`, LIKELY);
}

/** Puts the bracket on its own line, indented like the line of the opening bracket. */
function closeBelow(source: FindingSource, start: number, end: number, closer: string): Fix {
  const before = source.text(0, start);
  const indent = /^[ \t]*/.exec(before.slice(before.lastIndexOf('\n') + 1))![0];
  const behind = source.text(end, Number.POSITIVE_INFINITY);
  const comment = /^[ \t]*(#[^\r\n]*)?(?=\r?\n|$)/.exec(behind)?.[0] ?? '';
  const lineBreak = source.tree.text.includes('\r\n') ? '\r\n' : '\n';
  return insertion(source, end + comment.length, `${lineBreak}${indent}${closer}`, LIKELY);
}
