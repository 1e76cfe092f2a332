import { commentLines } from '../../basics/comment-lines';
import { setAt } from '../../configuration/json-paths';
import type { JsonMessage, JsonValue } from '../../configuration/to-json';
import type { DerivedField, Json } from './draft';
import { withoutHoles } from './message';
import type { Line } from './text';

/** The tables and features of a library that has no message for them. */
export interface Made {
  readonly tables: readonly Json[];
  readonly features: readonly Json[];
}

/** Their known part as JSON. */
export const madeOf = (fields: readonly DerivedField[]): Made =>
  withoutHoles(filled(fields.filter(({ value }) => value !== undefined)));

/** The same as YAML, with names as Python writes them; unknown values, and the shapes of each replica, are comments. */
export function linesOfMade(fields: readonly DerivedField[], replicas = 1): readonly Line[] {
  const reasons = new Map(fields.map(({ path, reason = '' }) => [path, reason]));
  const shares = new Map(fields.map(({ path, value }) => [path, shareOf(value, path, replicas)]));
  return linesOf(filled(fields), '', '', reasons).map(({ text, path }) => ({
    text: text + (shares.get(path) ?? ''),
    path,
  }));
}

/** What a replica has of the batch in a shape, as a comment. */
function shareOf(value: Json | undefined, path: string, replicas: number): string | undefined {
  const [batch, ...rest] = path.endsWith('Shape') && Array.isArray(value) ? value : [];
  return replicas > 1 && typeof batch === 'number' && batch % replicas === 0
    ? ` # ${flow([batch / replicas, ...rest])} on each of ${replicas} replicas`
    : undefined;
}

function filled(fields: readonly DerivedField[]): Made & JsonMessage {
  const made = { tables: [], features: [] };
  for (const { path, value } of fields) setAt(made, path, structuredClone(value) as JsonValue);
  return made;
}

type Reasons = ReadonlyMap<string, string>;

function linesOf(json: object, prefix: string, indent: string, reasons: Reasons): readonly Line[] {
  return Object.entries(json).flatMap(([key, value]) =>
    linesOfMember(key, value, prefix + key, indent, reasons),
  );
}

function linesOfMember(
  key: string,
  value: Json | undefined,
  path: string,
  indent: string,
  reasons: Reasons,
): readonly Line[] {
  const name = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (value === undefined)
    return commentLines(`${name}: unknown. ${reasons.get(path)}`, indent).map((text) => ({ text, path }));
  if (typeof value !== 'object' || value === null || (Array.isArray(value) && path.includes('.')))
    return [{ text: `${indent}${name}: ${flow(value)}`, path }];
  const inner = Array.isArray(value)
    ? value.flatMap((item, i) => linesOfItem(item, `${path}[${i}]`, reasons))
    : linesOf(value, `${path}.`, `${indent}  `, reasons);
  return [{ text: `${indent}${name}:`, path }, ...inner];
}

/** A table or feature, after a dash. */
function linesOfItem(item: Json | undefined, path: string, reasons: Reasons): readonly Line[] {
  if (item === undefined) return linesOfMember(path, item, path, '  ', reasons);
  const [first, ...others] = linesOf(item as object, `${path}.`, '    ', reasons);
  return first ? [{ ...first, text: `  - ${first.text.trimStart()}` }, ...others] : [];
}

/** A value on one line: a list or a scalar. */
const flow = (value: Json): string =>
  Array.isArray(value) ? `[${value.map(flow).join(', ')}]` : JSON.stringify(value);
