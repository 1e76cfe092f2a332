import { Analyzer } from '../analysis';
import { diagnose } from '../features/diagnostics';
import { lineIndex } from '../features/lines';
import { allRules } from '../rules';
import type { Severity } from '../rules/rule';
import { ruleUrl } from '../rules/rule';
import { DEFAULT_SETTINGS } from '../settings';
import {
  type Command,
  choice,
  isFolder,
  loadSchema,
  readText,
  tell,
  UsageError,
  type Values,
  walk,
} from './command';
import { type FileReport, formats, type Report } from './report';

const TEXT_ENDINGS = ['.textproto', '.txtpb', '.pbtxt', '.textpb'];
/** Found in folders; Python is listed, and read once the server understands it. */
const FOLDER_ENDINGS = TEXT_ENDINGS;

const SEVERITIES = ['error', 'warning', 'information', 'hint', 'off'] as const;

export const check: Command = {
  usage:
    'check [--format text|json|sarif|github] [--descriptor-set FILE]… [--rule CODE=SEVERITY]… PATH… | --stdin-filename NAME -',
  summary: 'Report the mistakes in files, and in the files of folders.',
  options: {
    format: { type: 'string' },
    'descriptor-set': { type: 'string', multiple: true },
    rule: { type: 'string', multiple: true },
    'stdin-filename': { type: 'string' },
  },
  async run(values, paths) {
    const format = formats[choice(values, 'format', ['text', 'json', 'sarif', 'github'])];
    if (paths.length === 0)
      throw new UsageError(`Name a file or a folder.\nUsage: tpu-embedding ${this.usage}`);
    const settings = { ...DEFAULT_SETTINGS, rules: ruleSeverities(values) };
    const analyzer = new Analyzer(await loadSchema(values), settings);
    const files: FileReport[] = [];
    let unreadable = 0;
    // One file that cannot be read does not hide what is wrong with the others.
    const unlessUnreadable = <T>(read: Promise<T>): Promise<T | undefined> =>
      read.catch((error) => {
        unreadable++;
        tell(error);
        return undefined;
      });
    for (const path of paths) {
      const folder = path === '-' ? false : await unlessUnreadable(isFolder(path));
      if (folder === undefined) continue;
      for await (const file of folder ? walk(path, FOLDER_ENDINGS) : [path]) {
        const text = await unlessUnreadable(readText(file));
        if (text === undefined) continue;
        const name = file === '-' ? String(values['stdin-filename'] ?? '<stdin>') : file;
        const report = checkText(analyzer, name, text, !folder);
        if (report) files.push(report);
      }
    }
    const report = summarize(files);
    process.stdout.write(format(report));
    if (unreadable > 0) return 2;
    return report.summary.errors > 0 ? 1 : 0;
  },
};

function ruleSeverities(values: Values): Record<string, Severity | 'off'> {
  const severities: Record<string, Severity | 'off'> = {};
  for (const setting of (values['rule'] ?? []) as string[]) {
    const [code = '', level = ''] = setting.split('=');
    const severity = SEVERITIES.find((s) => s === level);
    if (!allRules.some((rule) => rule.code === code))
      throw new UsageError(`--rule: there is no rule "${code}".`);
    if (!severity) throw new UsageError(`--rule ${code}=…: takes one of ${SEVERITIES.join(', ')}.`);
    severities[code] = severity;
  }
  return severities;
}

/** Undefined for a file in a folder that is none of ours. */
function checkText(analyzer: Analyzer, path: string, text: string, named: boolean): FileReport | undefined {
  // Python files are listed; their calls are not read yet.
  if (/\.(py|ipynb)$/.test(path)) return { path, text, diagnostics: [] };
  const snapshot = analyzer.open(text, { path, named });
  const { reason, detail } = snapshot.resolution;
  if (!snapshot.resolution.message && !named) return undefined;
  const note = reason === 'unknown-message' ? `${detail} Load one with --descriptor-set.` : undefined;
  const lines = lineIndex(text);
  const diagnostics = diagnose(snapshot).map(({ start, end, severity, code, message }) => ({
    range: { start: lines.position(start), end: lines.position(end) },
    severity,
    code,
    message,
    href: ruleUrl(code),
  }));
  return { path, text, diagnostics, ...(note !== undefined && { note }) };
}

function summarize(files: readonly FileReport[]): Report {
  const count = (severity: Severity) =>
    files.reduce((n, file) => n + file.diagnostics.filter((d) => d.severity === severity).length, 0);
  return { files, summary: { files: files.length, errors: count('error'), warnings: count('warning') } };
}
