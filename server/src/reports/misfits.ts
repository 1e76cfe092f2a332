// Problems of the bytes of a file, in addition to those of its text.

import type { Misfit } from '../basics/decode';
import type { Diagnostic } from '../languages/diagnostic';
import type { Settings } from '../project/settings';
import { notUtf8 } from '../rules/syntax/not-utf8';

/** The problems of a text and its bytes, without those at U+FFFD, which replaces invalid UTF-8. */
export function withMisfits(
  misfits: readonly Misfit[],
  found: readonly Diagnostic[],
  kind: Parameters<typeof notUtf8.message>[1],
  { rules }: Pick<Settings, 'rules'>,
): readonly Diagnostic[] {
  if (misfits.length === 0) return found;
  const severity = rules[notUtf8.code] ?? notUtf8.severity;
  const reported =
    severity === 'off'
      ? []
      : misfits.map(({ start, end, what }) => ({
          start,
          end,
          code: notUtf8.code,
          severity,
          message: notUtf8.message(what, kind),
          related: [],
          fixes: () => [],
        }));
  const others = found.filter(
    (one) => !misfits.some(({ start, end }) => start <= one.start && one.start < end),
  );
  return [...reported, ...others].sort((a, b) => a.start - b.start || a.end - b.end);
}
