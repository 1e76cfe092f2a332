import { UsageError } from '../../../basics/usage-error';
import { relevant } from '../../../catalogue/relevant';
import { counted } from '../../../configuration/quantities';
import { checkText } from '../../check';
import { checkJson } from '../../check-json';
import { problemLines } from '../../check-text';
import { fixText } from '../../fixed';
import { diagnosticsOf, isFixable, type Report, summarize } from '../../report';
import { LANGUAGE, type Opened, open, TEXT, withFilesRead } from '../opened';
import { boolean, integer, list, object, text } from '../schema';
import type { Tool } from '../tool';
import { CELL, RANGE } from './places';

export const check: Tool = {
  name: 'check',
  title: 'Check TPU embedding',
  summary: 'Finds mistakes in a configuration, a program or a notebook, with fixes.',
  icon: 'checklist',
  description:
    'Finds mistakes before a program runs: in a TPUEmbeddingConfiguration in protobuf text format, and in Python or notebooks with TPU embedding of TensorFlow, keras_rs or jax_tpu_embedding. Use it on what you wrote or changed. Problems have places, the code of a rule and fixes. It writes no file.',
  takes: object({
    ...TEXT,
    ...LANGUAGE,
    'fix?': boolean('Also return the text with the certain fixes, and only what remains.'),
  }),
  answers: object({
    files: list(
      object({
        path: text(),
        diagnostics: list(
          object({
            range: RANGE,
            severity: { type: 'string', enum: ['error', 'warning', 'information', 'hint'] },
            code: text(),
            message: text(),
            href: text(),
            'cell?': CELL,
            fixes: list(
              object({
                title: text(),
                safe: boolean(),
                changes: list(object({ range: RANGE, newText: text() })),
              }),
            ),
          }),
        ),
        'note?': object({ code: text(), message: text() }),
      }),
    ),
    summary: object({
      files: integer(),
      errors: integer(),
      warnings: integer(),
      'fixed?': integer(),
    }),
    'fixedText?': text(),
  }),
  async run(given, host) {
    const opened = await open(given, host);
    const fix = given.get('fix') === true;
    const { report, fixedText } = await withFilesRead(opened, () => checkOpened(opened, fix));
    const [file] = report.files;
    const note = noteOf(opened);
    const { files, summary } = checkJson(report, { withFixes: true });
    const noted = note && !file?.note ? files.map((each) => ({ ...each, note })) : files;
    return {
      data: { files: noted, summary, ...(fixedText !== undefined && { fixedText }) },
      text: [
        ...(note && !file?.note ? [note.message] : []),
        ...report.files.flatMap((each) => problemLines(each, { fix: 'fix:' })),
        ...summaryLines(report, fix),
        ...(fixedText === undefined ? [] : ['', 'The fixed text:', fixedText]),
      ].join('\n'),
    };
  },
};

function checkOpened(opened: Opened, fix: boolean): { report: Report; fixedText?: string } {
  const { name, kind, decoded, options } = opened;
  const terms = { ...options, name, named: true, withFixes: true };
  if (!fix) {
    const { report } = checkText(decoded, kind, terms).result;
    return { report: summarize(report ? [report] : []) };
  }
  if (decoded.misfits.length > 0)
    throw new UsageError(`Cannot fix ${name}: it is not UTF-8. Save it as UTF-8.`);
  const { result, fixed } = fixText(decoded.text, (text) => checkText({ text, misfits: [] }, kind, terms));
  return {
    report: summarize(result.report ? [result.report] : [], fixed?.count ?? 0),
    ...(fixed && { fixedText: fixed.text }),
  };
}

/** A text without TPU embedding must not look like a text without problems. */
function noteOf({ kind, program }: Opened) {
  if (kind === 'textproto' || relevant(program.text)) return undefined;
  return {
    code: 'nothing-found',
    message: 'It does not use TPU embedding, so nothing was checked.',
  };
}

function summaryLines({ files, summary: { errors, warnings, fixed } }: Report, fix: boolean): string[] {
  const fixable = diagnosticsOf(files).filter(isFixable).length;
  return [
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
    ...(fixed ? [`${counted(fixed, 'problem')} fixed`] : []),
    ...(fixable > 0 && !fix ? [`fix: true fixes ${counted(fixable, 'problem')}`] : []),
  ];
}
