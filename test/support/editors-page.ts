// The code blocks of a page, as a user would paste them.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Block {
  readonly language: string;
  /** The file named in the sentence before, such as `~/.vimrc`. */
  readonly file: string | undefined;
  /** With the path of this repository inserted. */
  readonly text: string;
}

/** The blocks below a heading, up to the next heading. */
export function blocksOf(heading: string, page = 'docs/editors.md'): readonly Block[] {
  const sections = readFileSync(page, 'utf8').split(/^#+ (?=.*$)/m);
  const section = sections.find((text) => text.startsWith(`${heading}\n`));
  if (!section) throw new Error(`${page} has no heading "${heading}".`);
  return [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(({ 1: language, 2: text, index }) => ({
    language: language!,
    file: section
      .slice(0, index)
      .match(/`(~\/[^`]+)`/g)
      ?.at(-1)
      ?.slice(1, -1),
    text: text!.replaceAll('/path/to/tpu-embedding-tools', resolve('.')),
  }));
}
