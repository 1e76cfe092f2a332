import { rangeOf } from '../../../basics/range';
import type { Entry } from '../../../catalogue';
import { methodCalls } from '../../../dataflow/calls/methods';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import { kerasCalls } from '../../../dataflow/calls/translated-optimizers';
import {
  ANY_OF_CALL,
  ATTRIBUTE_ERROR,
  type Exceptions,
  TYPE_ERROR,
  VALUE_ERROR,
} from '../../../python/exceptions';
import type { Node } from '../../../python/tree';
import { type CallReport, type CallRule, isCaught, type TextFix } from '../call-rule';
import { argumentMismatches, type MismatchKind } from '../mismatches';
import type { Mismatch } from '../mismatches/mismatch';
import { definitionOf } from '../mismatches/shown-value';
import { isConfigured, isFunctionCalled, isNameUsed, isRateSent } from './called-functions';
import { removeArgument } from './edits';
import { outcomesLater } from './later-uses';

function raisedBy(kind: MismatchKind, { library, op, message, role }: Entry): Exceptions {
  if (message !== undefined) return TYPE_ERROR | VALUE_ERROR;
  if (library !== 'tensorflow' || op) return ANY_OF_CALL;
  return kind === 'range' || kind === 'choice' || role === 'table'
    ? VALUE_ERROR
    : ATTRIBUTE_ERROR | TYPE_ERROR | VALUE_ERROR;
}

/** A rule about one way in which a value does not fit its parameter. */
export function mismatchRule(
  kind: MismatchKind,
  info: Pick<CallRule, 'code' | 'summary' | 'details' | 'messages' | 'bad' | 'good'>,
) {
  const rule = {
    ...info,
    severity: 'error' as const,
    raises: ({ entry }: ApiCall) => raisedBy(kind, entry),
    checkCall(call: ApiCall, file: PythonFile, report: CallReport) {
      for (const { node, message, severity: own, fixes, ...found } of argumentMismatches(call, file)) {
        const severity = fatalTests(found).some((test) => test(call, found.argument ?? node, file))
          ? 'error'
          : own;
        if (found.kind !== kind || (severity === 'warning' && isSaidLater(kind, node, file))) continue;
        const related = definitionOf(call, node);
        report({
          ...rangeOf(node),
          message: (severity === 'error' && found.whenWritten) || message,
          severity,
          related,
          fixes: () => {
            const own = fixes();
            return own.length === 0 && severity === 'error' ? withoutIt(call, node, file) : own;
          },
        });
      }
    },
    checkFile(file: PythonFile, report: CallReport) {
      for (const call of [...methodCalls(file), ...kerasCalls(file)])
        if (!isCaught(rule, call, file)) rule.checkCall(call, file, report);
    },
  } satisfies CallRule;
  return rule;
}

/** What makes a value that its call takes certainly fail later. */
function fatalTests({
  kind,
  whenCalled,
  whenWritten,
}: Pick<Mismatch, 'kind' | 'whenCalled' | 'whenWritten'>) {
  if (whenWritten !== undefined) return [isConfigured];
  if (kind !== 'type') return [];
  return whenCalled ? [isFunctionCalled] : [isRateSent, isNameUsed];
}

/** Whether later calls decide about an argument of another type, or say themselves what is wrong with its value. */
const isSaidLater = (kind: MismatchKind, node: Node, file: PythonFile): boolean =>
  outcomesLater(node, file).some((outcome) => kind === 'type' || outcome !== 'works');

/** Removes an argument that has a default. Not for raw ops: their defaults may exclude each other. */
function withoutIt({ entry, node: call }: ApiCall, value: Node, { text }: PythonFile): TextFix[] {
  const argument = call.arguments.find((each) => each.kind === 'keyword' && each.value === value);
  const parameter = argument && entry.parameters.find(({ name }) => name === argument.name);
  if (parameter?.default === undefined || entry.op || entry.message !== undefined) return [];
  return [
    { title: `Use the default, ${parameter.default}`, changes: [removeArgument(text, call, argument!)] },
  ];
}
