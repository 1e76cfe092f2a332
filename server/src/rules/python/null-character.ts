import type { CallRule } from './call-rule';

export const nullCharacter: CallRule = {
  code: 'null-character',
  severity: 'error',
  summary: 'Python source code holds a null character.',
  details:
    'Python refuses source code with the character U+0000, even in a string or a comment: "source code string cannot ' +
    'contain null bytes". They come from damaged files, and from UTF-16 that is read as something else. In a string, ' +
    'write `\\0`. Only the first one in a file is reported.',
  bad: `from tensorflow.tpu.experimental import embedding

table = embedding.TableConfig(100, 8, name='items\0')`,
  good: `from tensorflow.tpu.experimental import embedding

table = embedding.TableConfig(100, 8, name='items')`,
  checkFile({ text }, report) {
    const start = text.indexOf('\0');
    if (start < 0) return;
    report({
      start,
      end: start + 1,
      message: 'Python refuses source code with a null character, such as the one here. Remove it.',
      fixes: () => [
        {
          title: 'Remove all null characters',
          changes: [...text.matchAll(/\0+/g)].map(({ 0: { length }, index }) => ({
            start: index,
            end: index + length,
            newText: '',
          })),
          preferred: true,
        },
      ],
    });
  },
};
