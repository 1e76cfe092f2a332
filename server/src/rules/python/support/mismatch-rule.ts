import type { CallRule } from '../call-rule';
import { argumentMismatches, type MismatchKind } from '../mismatches';
import { definitionOf } from '../mismatches/shown-value';

/** A rule about one way in which a value does not fit its parameter. */
export function mismatchRule(
  kind: MismatchKind,
  info: Pick<CallRule, 'code' | 'summary' | 'details' | 'bad' | 'good'>,
): CallRule {
  return {
    ...info,
    severity: 'error',
    language: 'python',
    checkCall(call, file, report) {
      for (const { node, message, severity, fixes, ...found } of argumentMismatches(call, file)) {
        if (found.kind !== kind) continue;
        const related = definitionOf(call, node);
        report({ start: node.start, end: node.end, message, severity, related, fixes });
      }
    },
  };
}
