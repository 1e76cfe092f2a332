import type { Tree } from '../../textproto/tree';
import type { Problem, Rule } from '../rule';

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
  find(tree: Tree, { maxFileSize }: { readonly maxFileSize: number }): Problem {
    const size = Math.ceil(tree.text.length / 1024 / 1024);
    return {
      span: { section: tree.sections[0]!, start: 0, end: 0 },
      message: `Not checked: the file has ${size} MiB, and tpuEmbedding.maxFileSize allows ${maxFileSize} MiB.`,
    };
  },
} satisfies Rule & { find: unknown };
