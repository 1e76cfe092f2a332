import { literalsOf } from '../../../dataflow/literals';
import { TEXT_READERS } from '../../../dataflow/message-library';
import { type ApiCall, argumentOf, type PythonFile } from '../../../dataflow/python-file';
import { findingRules } from '../../../rules';
import type { Diagnostic } from '../../diagnostic';
import type { AnalyzeOptions } from '../../language';
import { analyzeSnapshot } from '../../textproto';
import { mayFail, toleratedBy } from './find';
import { LiteralText } from './literal-text';

/** Of one text, more problems than these are not told. */
const MAX_REPORTED = 3;

/**
 * What makes reading fail of texts that the program puts together, by an f-string, `%`, `format`, `join` or `+`. It is told
 * where the text is read, as its parts stand in several places.
 */
export function diagnoseComposed(file: PythonFile, options: AnalyzeOptions): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
  for (const call of file.calls) {
    if (!TEXT_READERS.has(call.entry.id) || !call.event || mayFail(file, call)) continue;
    for (const diagnostic of problemsOf(file, call, options))
      found.set(`${diagnostic.start} ${diagnostic.message}`, diagnostic);
  }
  return [...found.values()];
}

function problemsOf(file: PythonFile, call: ApiCall, { analyzer, path }: AnalyzeOptions): Diagnostic[] {
  const text = argumentOf(call, 'text');
  const target = argumentOf(call, 'message');
  const said = text && call.typeOf(text);
  const into = target && call.typeOf(target);
  if (said?.kind !== 'str' || said.value === undefined || into?.kind !== 'instance') return [];
  const name = into.entry.message;
  const message = name === undefined ? undefined : analyzer.schema.message(name);
  const literals = literalsOf(file.tree, text!);
  if (!message || (literals && LiteralText.read(file.text, literals))) return [];
  const bound = file.texts.read(said.value, message, analyzer.schema);
  const { start, end } = text!;
  const tolerated = toleratedBy(call);
  return analyzeSnapshot(analyzer, analyzer.adopt(bound, path))
    .diagnose()
    .filter(({ code, severity }) => severity === 'error' && code in findingRules && !tolerated.includes(code))
    .slice(0, MAX_REPORTED)
    .map((diagnostic) => ({
      ...diagnostic,
      start,
      end,
      message: `In the text that is put together: ${diagnostic.message}`,
      related: [],
      fixes: () => [],
    }));
}
