import { Kind } from '../../textproto/lexer';
import { startOf, type Tree, tokensOf } from '../../textproto/tree';

/** The comments of a text, which fields take in order. */
export class CommentsOfText {
  private readonly comments: readonly Comment[];
  private next = 0;

  constructor(private readonly tree: Tree) {
    this.comments = tree.sections
      .flatMap((section) => {
        const base = startOf(tree, section);
        return tokensOf(tree, section).flatMap(({ kind, start, end }) =>
          kind === Kind.Comment
            ? [{ start: base + start, text: tree.text.slice(base + start, base + end).trimEnd() }]
            : [],
        );
      })
      .filter(({ text }) => !HEADER.test(text));
  }

  /** The remaining comments that start before an offset. */
  takeBefore(offset: number): string[] {
    const taken: string[] = [];
    for (let comment = this.comments[this.next]; comment && comment.start < offset; ) {
      taken.push(comment.text);
      comment = this.comments[++this.next];
    }
    return taken;
  }

  /** The comments before an offset that a blank line separates from the following text. */
  takeHeading(offset: number): string[] {
    const { text } = this.tree;
    const own = this.comments.filter(({ start }) => start < offset);
    const last = own.findLastIndex(({ start }, i) =>
      /\n[^\S\n]*\n[^\S\n]*$/.test(text.slice(start, own[i + 1]?.start ?? offset)),
    );
    this.next = last + 1;
    return trimmed(own.slice(0, last + 1).map((comment) => comment.text));
  }

  /** The comment on the line of an offset, if only certain punctuation is before it. */
  takeBehind(offset: number, punctuation: RegExp): string | undefined {
    const comment = this.comments[this.next];
    if (!comment || !punctuation.test(this.tree.text.slice(offset, comment.start))) return undefined;
    this.next++;
    return comment.text;
  }
}

/** The header comments that name the message. Each written text gets new ones. */
const HEADER = /^#[ \t]*proto-(?:file|message)[ \t]*:/;

/** Without empty comments at both ends. */
function trimmed(comments: readonly string[]): string[] {
  const says = (comment: string) => comment !== '#';
  return comments.slice(comments.findIndex(says), comments.findLastIndex(says) + 1);
}

interface Comment {
  readonly start: number;
  /** From its `#` on. */
  readonly text: string;
}
