import type { Rule } from '../rule';

interface Limits {
  readonly maxFileSize: number;
}

export const fileTooLarge = {
  code: 'file-too-large',
  severity: 'information',
  summary: 'The file is too large to be checked.',
  details:
    'Files above `tpuEmbedding.maxFileSize` are not read, to keep the editor fast. Raise the setting to check ' +
    'this file.',
  bad: '(a text of more than 10 MiB)',
  good: '(a smaller text, or a higher `tpuEmbedding.maxFileSize`)',
  ofFile: true,
  /** The message about a text that was not read. */
  find(text: string, { maxFileSize }: Limits): string {
    const size = Math.ceil(text.length / 1024 / 1024);
    return `Not checked: the file has ${size} MiB, and tpuEmbedding.maxFileSize allows ${maxFileSize} MiB.`;
  },
} satisfies Rule & { find: unknown };
