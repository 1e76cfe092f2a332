import { lineIndex } from '../../basics/line-index';
import type { Range } from '../../basics/range';
import type { DerivedLine } from '../../languages/answers';
import { parsePython } from '../../python/parser';

interface Comment extends Range {
  /** From its `#` on. */
  readonly text: string;
  /** Whether only blanks are before it on its line. */
  readonly isAlone: boolean;
}

/** The comments of a program, which has at most one on a line. */
export class CommentsOfPython {
  private readonly byLine = new Map<number, Comment>();
  private readonly position: ReturnType<typeof lineIndex>['position'];

  private readonly lines: readonly string[];

  constructor(text: string) {
    this.position = lineIndex(text).position;
    this.lines = text.split(/\r\n|\n|\r/);
    const { comments } = parsePython(text);
    for (let i = 0; i < comments.length; i += 2) {
      const [start, end] = [comments[i]!, comments[i + 1]!];
      const { line, character } = this.position(start);
      const isAlone = text.slice(start - character, start).trim() === '';
      this.byLine.set(line, { start, end, text: text.slice(start, end).trimEnd(), isAlone });
    }
  }

  /**
   * Adds the program's comments to the configuration's lines: comments above and after the code of a field go above and after
   * the field; other comments inside a call go to the end of its message.
   */
  addTo(lines: readonly DerivedLine[], whole: Range): string {
    const placed = new Set<Comment>();
    const top = this.takeAbove(whole.start, placed);
    const commented = lines.map((line) => {
      const { text, at } = line;
      const indent = /^ */.exec(text)![0];
      if (!at || isEnd(line)) return { before: [], line: text };
      const before = this.takeAbove(at.start, placed).map((comment) => indent + comment);
      const behind = this.takeBehind(at, placed);
      return { before, line: behind === undefined ? text : `${text}  ${behind}` };
    });
    const bottom: string[] = [];
    const messageEndAround = innermostEnd(lines);
    for (const comment of this.byLine.values()) {
      if (placed.has(comment) || comment.start < whole.start || comment.end > whole.end) continue;
      const end = messageEndAround(comment);
      if (end >= 0) commented[end]!.before.push(`${/^ */.exec(lines[end]!.text)![0]}  ${comment.text}`);
      else bottom.push(comment.text);
    }
    // A blank line separates the heading from the first field's comments.
    const heading = top.length > 0 ? [...top, ''] : [];
    return [...heading, ...commented.flatMap(({ before, line }) => [...before, line]), ...bottom, ''].join(
      '\n',
    );
  }

  private takeAbove(offset: number, placed: Set<Comment>): string[] {
    const above: string[] = [];
    for (let line = this.position(offset).line - 1; ; line--) {
      const comment = this.byLine.get(line);
      // A comment above a list is about its first item.
      if (!comment && this.opensList(line)) continue;
      if (!comment?.isAlone || placed.has(comment)) return above;
      placed.add(comment);
      above.unshift(comment.text);
    }
  }

  private opensList(line: number): boolean {
    return /=\s*\[\s*$/.test(this.lines[line] ?? '');
  }

  private takeBehind({ start, end }: Range, placed: Set<Comment>): string | undefined {
    for (const offset of [start, end]) {
      const comment = this.byLine.get(this.position(offset).line);
      if (!comment || comment.isAlone || placed.has(comment) || comment.start < offset) continue;
      placed.add(comment);
      return comment.text;
    }
    return undefined;
  }
}

const isEnd = ({ text }: DerivedLine) => text.trim() === '}';

/** Finds, for ranges in order, the line that ends the innermost message around each; -1 for the whole configuration. */
function innermostEnd(lines: readonly DerivedLine[]): (place: Range) => number {
  const messages = lines
    .flatMap((line, index) => (line.at && isEnd(line) ? [{ ...line.at, index }] : []))
    .sort((a, b) => a.start - b.start || b.end - a.end || b.index - a.index);
  const open: typeof messages = [];
  let next = 0;
  return ({ start, end }) => {
    while (next < messages.length && messages[next]!.start <= start) open.push(messages[next++]!);
    // Messages lie within each other.
    while (open.length > 0 && open.at(-1)!.end < end) open.pop();
    return open.at(-1)?.index ?? -1;
  };
}
