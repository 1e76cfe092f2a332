import type { Range } from '../../basics/range';
import { normalized } from '../../catalogue/packages';

/** One mention of a package, at a place in the text of its file; in an installed environment, at none. */
export interface Requirement extends Range {
  /** In lower case, with `-` between words. */
  readonly name: string;
  /** The version clauses, such as `>=2.10,<2.16`; empty if any version will do. */
  readonly clauses: string;
  /** What it depends on: a marker such as `sys_platform == "win32"`, or an extra; empty if nothing. */
  readonly condition: string;
}

/** `tensorflow[and-cuda] (>=2.10,<2.16`, up to a marker or a comment. */
const REQUIREMENT = /^\s*(([a-z\d][\w.-]*)\s*(?:\[[^\]]*\])?)\s*\(?([^;#)@]*)/i;

/** Options of pip behind a requirement, or the end of its line. */
const OPTIONS = /\s(?:--|\\)/;

/** The requirement that a text begins with; undefined if it begins with none. `start` is the text's own place. */
export function requirementIn(text: string, start = 0, condition = ''): Requirement | undefined {
  const [all = '', named = '', name, versions = ''] = REQUIREMENT.exec(text) ?? [];
  if (name === undefined) return undefined;
  const from = text.indexOf(named);
  const clauses = versions.split(OPTIONS, 1)[0]!.trim();
  const end = clauses === '' ? from + named.trimEnd().length : all.lastIndexOf(clauses) + clauses.length;
  const [, marker = ''] = /^\)?\s*;([^#]*)/.exec(text.slice(all.length)) ?? [];
  return {
    ...requirementOf(name, clauses, { start: start + from, end: start + end }),
    condition: marker.split(OPTIONS, 1)[0]!.trim() || condition,
  };
}

/** A package with version clauses. */
export const requirementOf = (name: string, clauses: string, place: Range = NOWHERE): Requirement => ({
  name: normalized(name),
  clauses,
  condition: '',
  start: place.start,
  end: place.end,
});

const NOWHERE: Range = { start: 0, end: 0 };
