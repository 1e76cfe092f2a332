import type { NamedFile } from '../../../project/names/names';
import { stringValue } from '../../../python/strings';
import { allOfKind, type StringLiteral, type Tree } from '../../../python/tree';
import { isTextFormat, TEXT_FORMAT_ENDINGS } from '../../../textproto/file-names';

const MENTIONED = new RegExp(`\\.(?:${TEXT_FORMAT_ENDINGS.join('|')})["']`, 'i');
const MAX_LENGTH = 1000;

/** The strings of a program that end like the path of a file in text format, whatever it does with them. */
export function namedFiles(tree: Tree): NamedFile[] {
  if (!MENTIONED.test(tree.text)) return [];
  const isBeside = tree.text.includes('__file__');
  return allOfKind(tree, 'string').flatMap((node) => {
    const path = pathIn(tree, node);
    return path !== undefined && path.length <= MAX_LENGTH && isTextFormat(path) && !path.includes('\n')
      ? [{ start: node.start, end: node.end, path, ...(isBeside && { isBeside: true as const }) }]
      : [];
  });
}

/** Of an f-string, what is behind its last field. */
function pathIn({ text }: Tree, node: StringLiteral): string | undefined {
  const field = node.fields.at(-1);
  const part = node.parts.at(-1);
  if (!field || !part) return stringValue(text, node);
  const rest = text.slice(field.end, part.bodyEnd);
  return rest.slice(rest.indexOf('}') + 1).replace(/^[/\\]+/, '');
}
