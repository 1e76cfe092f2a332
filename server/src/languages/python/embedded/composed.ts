import { type ApiCall, argumentOf, type PythonFile } from '../../../dataflow/calls/python-file';
import type { Inferred, TypeOf } from '../../../dataflow/calls/types';
import { TEXT_READERS } from '../../../dataflow/libraries/message-library';
import { literalsOf } from '../../../dataflow/messages/literals';
import { filesOf } from '../../../dataflow/messages/read-files';
import { findingRules } from '../../../rules';
import type { Diagnostic } from '../../diagnostic';
import type { AnalyzeOptions } from '../../language';
import { analyzeSnapshot } from '../../textproto';
import { inPython, mayFail, toleratedBy } from './find';
import { LiteralText } from './literal-text';
import { writtenPlace } from './written-place';

/** For one text, no more problems than these are reported. */
const MAX_REPORTED = 3;

/**
 * Parse errors of texts that the program composes, by an f-string, `%`, `format`, `join` or `+`. They are reported where the
 * program writes what is wrong, or else at the call that reads the text.
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

/** The text of a string, or of a list of lines. */
function composedText(value: Inferred, typeOf: TypeOf): string | undefined {
  if (value.kind === 'str') return value.value;
  const lines = value.kind === 'list' || value.kind === 'tuple' ? value.elements : undefined;
  const texts = lines?.map(typeOf).map((line) => (line.kind === 'str' ? line.value : undefined));
  return texts?.every((line) => line !== undefined) ? texts.join('\n') : undefined;
}

function problemsOf(file: PythonFile, call: ApiCall, { analyzer, path }: AnalyzeOptions): Diagnostic[] {
  const text = argumentOf(call, TEXT_READERS.get(call.entry.id)!);
  const target = argumentOf(call, 'message');
  const source = text && composedText(call.typeOf(text), call.typeOf);
  const into = target && call.typeOf(target);
  // Problems of a file are reported in the file.
  if (source === undefined || into?.kind !== 'instance' || filesOf(file.tree)?.from(source)) return [];
  const name = into.entry.message;
  const message = name === undefined ? undefined : analyzer.schema.message(name);
  const literals = literalsOf(file.tree, text!);
  if (!message || (literals && LiteralText.read(file.text, literals))) return [];
  const bound = file.texts.read(source, message, analyzer.schema);
  const { start, end } = text!;
  const tolerated = toleratedBy(call);
  return analyzeSnapshot(analyzer, analyzer.adopt(bound, path))
    .diagnose()
    .map((diagnostic) => inPython(diagnostic, analyzer.settings))
    .filter(({ code, severity }) => severity === 'error' && code in findingRules && !tolerated.includes(code))
    .slice(0, MAX_REPORTED)
    .map((diagnostic) => {
      const written = writtenPlace(file.tree, text!, source, diagnostic);
      return {
        ...diagnostic,
        ...(written ?? { start, end }),
        message: `In the composed text: ${diagnostic.message}`,
        related: written ? [{ start, end, message: 'The text is read here.' }] : [],
        fixes: () => [],
      };
    });
}
