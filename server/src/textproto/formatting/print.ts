import type { Item, Literal, Message, MessageList, Scalar, ScalarList } from './layout';

const INDENT = '  ';

/** The text of a layout. It begins without a blank line if it is the `first` in the file. */
export function print(items: readonly Item[], first: boolean): string {
  const printer = new Printer();
  printer.items(items, 0, false, first);
  return printer.text;
}

/** A cache that grows with the deepest indentation requested. */
const indents: string[] = [];
const indentOf = (depth: number) => (indents[depth] ??= INDENT.repeat(depth));

class Printer {
  text = '';

  items(items: readonly Item[], depth: number, oneLine: boolean, first = false): void {
    for (const item of items) {
      this.item(item, depth, oneLine, first);
      if (item.value && !oneLine) this.text += '\n';
      first = false;
    }
  }

  private item(item: Item, depth: number, oneLine: boolean, first = false, end = ''): void {
    if (item.raw !== undefined) {
      this.text += item.raw;
      return;
    }
    const indent = oneLine ? ' ' : indentOf(depth);
    for (const line of item.before) {
      if (line !== '') this.text += `${indent}${line}\n`;
      else if (!first) this.text += '\n';
    }
    const { name, colon, value } = item;
    if (!value) return;
    this.text += indent + name + (colon ? ':' : '');
    if (value.kind !== 'scalar' && name !== '') this.text += ' ';
    switch (value.kind) {
      case 'scalar':
        return this.scalar(value, indent + INDENT);
      case 'scalars':
        this.scalars(value, indent);
        break;
      case 'message':
        this.message(value, depth, oneLine);
        break;
      case 'messages':
        this.messages(value, depth, oneLine);
    }
    this.text += end;
    if (value.comment !== '') this.text += INDENT + value.comment;
  }

  private scalar({ parts, after, below }: Scalar, indent: string): void {
    const [only] = parts;
    if (parts.length === 1 && only!.before.length === 0) {
      this.text += below ? `\n${indent}` : ' ';
      this.part(only!);
    } else {
      for (const part of parts) {
        for (const line of part.before) this.text += `\n${indent}${line}`;
        this.text += `\n${indent}`;
        this.part(part);
      }
    }
    for (const line of after) this.text += `\n${indent}${line}`;
  }

  private part({ text, comment }: Literal, end = ''): void {
    this.text += text + end;
    if (comment !== '') this.text += INDENT + comment;
  }

  private scalars({ parts, after, oneLine }: ScalarList, indent: string): void {
    const plain =
      after.length === 0 && parts.every(({ before, comment }) => before.length === 0 && comment === '');
    if (oneLine && plain) {
      this.text += `[${parts.map(({ text }) => text).join(', ')}]`;
      return;
    }
    const line = `\n${indent}${INDENT}`;
    this.text += '[';
    for (const [index, part] of parts.entries()) {
      for (const comment of part.before) this.text += line + comment;
      this.text += line;
      this.part(part, index < parts.length - 1 ? ',' : '');
    }
    for (const comment of after) this.text += line + comment;
    this.text += `\n${indent}]`;
  }

  private message({ items, angle, ...value }: Message, depth: number, inLine: boolean): void {
    const oneLine = inLine || value.oneLine;
    this.text += angle ? '<' : '{';
    if (!oneLine) this.text += '\n';
    this.items(items, depth + 1, oneLine);
    if (oneLine) this.text += items.length > 0 ? ' ' : '';
    else this.text += indentOf(depth);
    this.text += angle ? '>' : '}';
  }

  private messages({ items, ...value }: MessageList, depth: number, inLine: boolean): void {
    const oneLine = inLine || value.oneLine;
    const last = items.findLastIndex((item) => item.value !== undefined);
    this.text += oneLine ? '[' : '[\n';
    for (const [index, item] of items.entries()) {
      this.item(item, depth + 1, oneLine, false, index < last ? ',' : '');
      if (item.value && !oneLine) this.text += '\n';
    }
    this.text += oneLine ? ' ]' : `${indentOf(depth)}]`;
  }
}
