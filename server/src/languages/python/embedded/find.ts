import { addTo } from '../../../basics/groups';
import { classOf } from '../../../dataflow/calls/classes';
import { type ApiCall, argumentOf, caughtAt, type PythonFile } from '../../../dataflow/calls/python-file';
import { type Completeness, completenessOfTexts } from '../../../dataflow/calls/reaching-configuration';
import type { Inferred } from '../../../dataflow/calls/types';
import { TEXT_READERS } from '../../../dataflow/libraries/message-library';
import { literalsOf } from '../../../dataflow/messages/literals';
import type { Settings } from '../../../project/settings';
import { neverRuns } from '../../../python/branches';
import { NO_EXCEPTION, PARSE_ERROR } from '../../../python/exceptions';
import { isExpectedToFail } from '../../../python/surroundings';
import type { StringLiteral } from '../../../python/tree';
import type { Diagnostic } from '../../diagnostic';
import { LiteralText } from './literal-text';

/** A string in text format, and the message that it becomes. */
export interface TextFormatString {
  readonly literal: LiteralText;
  /** Full name of the message. */
  readonly message: string;
  /** Whether the text is the message's only content. Computed on first use, because that follows all messages. */
  readonly completeness: Completeness;
  /** Codes of the rules for mistakes that the reader ignores because of its options. */
  readonly tolerated: readonly string[];
  /** Whether the code is prepared for it to be wrong. */
  readonly isExpectedToFail: boolean;
}

/** The strings of a text that are read as text format, each once. */
export function findTexts(file: PythonFile): TextFormatString[] {
  const readers = file.calls.filter(({ entry }) => TEXT_READERS.has(entry.id));
  if (readers.length === 0) return [];
  let completeness: ReturnType<typeof completenessOfTexts> | undefined;
  const found = new Map<StringLiteral, ReaderCall[]>();
  for (const call of readers) {
    const text = argumentOf(call, 'text');
    const target = argumentOf(call, 'message');
    const message = target && classOf(file.tree, target)?.message;
    const literals = text && message !== undefined ? literalsOf(file.tree, text) : undefined;
    const first = literals?.[0];
    if (!first || message === undefined) continue;
    const readerCall: ReaderCall = {
      literals,
      message,
      get completeness() {
        // An exception caught there may come from an op that gets the message.
        if (caughtAt(file.tree, call) !== NO_EXCEPTION) return 'unknown';
        completeness ??= completenessOfTexts(file);
        return completeness.get(call.node) ?? 'unknown';
      },
      tolerated: toleratedBy(call),
      isExpectedToFail: mayFail(file, call),
    };
    addTo(found, first, readerCall);
  }
  return [...found.values()].flatMap((calls) => together(file, calls) ?? []);
}

/** Whether the code is prepared for a call to find its text wrong. */
export const mayFail = ({ tree }: PythonFile, call: ApiCall): boolean =>
  (caughtAt(tree, call) & PARSE_ERROR) !== 0 ||
  isExpectedToFail(tree, call.node) ||
  neverRuns(tree, call.node);

/** The facts about a call that reads a string. */
interface ReaderCall extends Omit<TextFormatString, 'literal'> {
  readonly literals: readonly StringLiteral[];
}

/** The facts that hold for all calls that read a string. */
function together({ text }: PythonFile, calls: readonly ReaderCall[]): TextFormatString | undefined {
  const [{ literals, message }] = calls as [ReaderCall];
  const literal = LiteralText.read(text, literals);
  if (!literal) return undefined;
  // One call may be expected to fail on the string, while others accept it.
  const trusting = calls.filter((readerCall) => !readerCall.isExpectedToFail);
  const completenessFor = (readerCall: ReaderCall) =>
    // A call may read more than this string, which is then only a part of the text.
    readerCall.literals.length === literals.length ? readerCall.completeness : 'unknown';
  return {
    literal,
    message,
    get completeness() {
      const known = calls.map(completenessFor);
      return known.includes('certain') ? 'certain' : known.includes('unknown') ? 'unknown' : 'likely';
    },
    tolerated: (trusting[0]?.tolerated ?? []).filter((code) =>
      trusting.every(({ tolerated }) => tolerated.includes(code)),
    ),
    isExpectedToFail: trusting.length === 0,
  };
}

/** Options of a reader, and the rules that do not apply if they are set. */
const TOLERANCES = [
  ['allow_field_number', 'field-number'],
  ['allow_unknown_field', 'unknown-field'],
  ['allow_unknown_field', 'reserved-field'],
  ['allow_unknown_extension', 'unknown-extension'],
] as const;

/** `Merge` takes the last value of a field. */
const OF_MERGE: readonly string[] = ['duplicate-field', 'oneof-conflict'];

/** Codes of the rules for what the reader's options make it ignore. */
export function toleratedBy(call: ApiCall): readonly string[] {
  const always = call.entry.name.startsWith('Merge') ? OF_MERGE : [];
  // `**options` may hold any of them.
  if (call.binding.open) return [...always, ...TOLERANCES.map(([, code]) => code)];
  const chosen = TOLERANCES.filter(([option]) => {
    const value = argumentOf(call, option);
    return value && !isFalse(call.typeOf(value));
  }).map(([, code]) => code);
  return [...always, ...chosen];
}

/** A problem as Python's reader takes it, unless the settings say how severe it is. */
export const inPython = (diagnostic: Diagnostic, { rules }: Settings): Diagnostic =>
  diagnostic.failsInPython && rules[diagnostic.code] === undefined
    ? { ...diagnostic, severity: 'error' }
    : diagnostic;

const isFalse = (value: Inferred) =>
  value.kind === 'none' ||
  ((value.kind === 'bool' || value.kind === 'int') && value.value !== undefined && !value.value);
