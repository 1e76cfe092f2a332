import type { Range } from '../../../basics/range';
import { Kind, Lexer } from '../../../textproto/lexer';

/** The comments in a range of a text that begins and ends between tokens. */
export function commentsIn(text: string, { start, end }: Range): string[] {
  const lexer = new Lexer(text);
  const comments: string[] = [];
  for (let at = start; at < end; at = lexer.end) {
    lexer.scan(at);
    if (lexer.kind === Kind.Comment) comments.push(text.slice(at, lexer.end).trimEnd());
  }
  return comments;
}
