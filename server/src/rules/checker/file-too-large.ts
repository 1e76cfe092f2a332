import type { Tree } from '../../textproto/tree';
import type { Problem, Rule } from '../rule';

interface Limits {
  readonly maxFileSize: number;
}

function message(text: string, { maxFileSize }: Limits): string {
  const size = Math.ceil(text.length / 1024 / 1024);
  return `Not checked: the file has ${size} MiB, and tpuEmbedding.maxFileSize allows ${maxFileSize} MiB.`;
}

export const fileTooLarge = {
  code: 'file-too-large',
  severity: 'information',
  summary: 'The file is too large to be checked.',
  details:
    'Files above `tpuEmbedding.maxFileSize` are not read, so that the editor stays quick. Raise the setting to have this ' +
    'one checked.',
  bad: '(a text of more than 10 MiB)',
  good: '(a smaller text, or a higher `tpuEmbedding.maxFileSize`)',
  ofFile: true,
  find(tree: Tree, limits: Limits): Problem {
    return {
      span: { section: tree.sections[0]!, start: 0, end: 0 },
      message: message(tree.text, limits),
    };
  },
  message,
} satisfies Rule & { find: unknown; message: unknown };
