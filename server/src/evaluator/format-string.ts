import { decodePart, Places } from '../python/strings';
import type { Expression, StringLiteral, StringPart } from '../python/tree';

/** A part of a string literal: text, or a replacement field. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'field';
      readonly expression: Expression;
      readonly conversion: string | undefined;
      /** Undefined where it contains fields itself. */
      readonly specification: string | undefined;
    };

/** The pieces of a literal in their order, if the source determines its text. */
export function piecesOf(text: string, node: StringLiteral): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const part of node.parts) {
    const own = node.fields.filter(({ start, end }) => part.bodyStart <= start && end <= part.bodyEnd);
    if (!readPart(text, part, own, pieces)) return undefined;
  }
  return pieces;
}

function readPart(text: string, part: StringPart, fields: readonly Expression[], pieces: Piece[]): boolean {
  let start = part.bodyStart;
  for (const expression of fields) {
    // A field in the format specification of another.
    if (expression.start < start) continue;
    const open = openingBefore(text, expression.start, start);
    if (open === undefined || !readText(text, part, start, open, pieces)) return false;
    const [all, conversion, specification = ''] =
      /^[ \t]*(?:!([rsa]))?[ \t]*(?::([^{}]*))?\}/.exec(text.slice(expression.end, part.bodyEnd)) ?? [];
    if (all === undefined) return false;
    pieces.push({ kind: 'field', expression, conversion, specification });
    start = expression.end + all.length;
  }
  return readText(text, part, start, part.bodyEnd, pieces);
}

/** The position of the field's opening brace: only blanks and brackets may be in between. */
function openingBefore(text: string, at: number, start: number): number | undefined {
  for (let i = at - 1; i >= start; i--) {
    if (text[i] === '{') return i;
    if (!/[\s(]/.test(text[i]!)) return undefined;
  }
  return undefined;
}

function readText(
  text: string,
  part: StringPart,
  bodyStart: number,
  bodyEnd: number,
  pieces: Piece[],
): boolean {
  const decoded = decodePart(text, { ...part, bodyStart, bodyEnd }, new Places(), 0);
  if (decoded === undefined) return false;
  if (decoded !== '') pieces.push({ kind: 'text', text: decoded });
  return true;
}
