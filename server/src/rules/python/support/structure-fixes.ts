import { excerpt } from '../../../basics/excerpt';
import { misspelled } from '../../../basics/nearest';
import { insertion, isWithin } from '../../../basics/range';
import { type Branch, type Difference, difference } from '../../../dataflow/calls/structure';
import { stringValue } from '../../../python/strings';
import { type Call, type Expression, isExpression, type Node } from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { replaceNode, replacing } from './edits';
import { keySource } from './structure-words';

/** How an argument is nested as it must be, where there is one reading. */
export function structureFixes(text: string, found: Difference, argument: Expression): readonly TextFix[] {
  const isWhole = found.path.length === 0;
  const whole = isWhole || zipIn(argument) ? wholeOf(found, argument) : undefined;
  if (whole) return [replacing(argument, text.slice(whole.start, whole.end), true)];
  const written = isWhole ? argument : writtenIn(argument, found);
  if (!written) return [];
  return [
    ...(isWhole ? wrapped(text, found, written) : []),
    ...byName(text, found, written),
    ...inOtherBrackets(found, written),
    ...respelt(text, found, written),
  ];
}

/** The display within an argument that makes the container which differs. */
function writtenIn(argument: Expression, { actual }: Difference): Expression | undefined {
  const node = actual.kind === 'branch' ? actual.node : undefined;
  return node && isWithin(node, argument) && isExpression(node) ? node : undefined;
}

const sourceOf = ({ node }: Branch, text: string) => text.slice(node.start, node.end);

/** A value in place of a container that holds just one: it is put into the container. */
function wrapped(text: string, { expected, actual }: Difference, { start, end }: Expression): TextFix[] {
  const [only, ...others] = expected.kind === 'branch' ? (expected.members ?? []) : [];
  if (expected.kind !== 'branch' || !only || others.length > 0) return [];
  const [id, { structure }] = only;
  const isFitting = structure.kind !== 'unknown' && !difference(structure, actual);
  const key = keySource(id, sourceOf(expected, text));
  const brackets = new Map([
    ['list', ['[', ']']],
    ['tuple', ['(', ',)']],
    ...(key === undefined ? [] : [['dict', [`{${key}: `, '}']] as const]),
  ]).get(expected.type);
  if (!isFitting || !brackets) return [];
  const [before = '', after = ''] = brackets;
  const title = `Put it into ${excerpt(before)}…${after}`;
  return [{ title, changes: [insertion(start, before), insertion(end, after)], preferred: true }];
}

/** A list of names in place of a dict with these keys. */
function byName(text: string, { expected }: Difference, written: Expression): TextFix[] {
  if (expected.kind !== 'branch' || expected.type !== 'dict' || !expected.members) return [];
  if (written.kind !== 'list' && written.kind !== 'tuple') return [];
  const names = written.elements.map((element) => (element.kind === 'name' ? element.name : ''));
  const ids = [...expected.members.keys()];
  if (names.length !== ids.length || !ids.every((id) => names.includes(id.slice(1)))) return [];
  const entries = names.map((name) => `${keySource(`s${name}`, sourceOf(expected, text))}: ${name}`);
  return [
    {
      title: 'Make it a dict by these names',
      changes: [replaceNode(written, `{${entries.join(', ')}}`)],
      preferred: true,
    },
  ];
}

/** A list in place of a tuple of the same length, or the other way round. */
function inOtherBrackets({ expected, actual }: Difference, written: Expression): TextFix[] {
  if (expected.kind !== 'branch' || actual.kind !== 'branch') return [];
  const brackets = new Map([
    ['list', '[]'],
    ['tuple', '()'],
  ]).get(expected.type);
  const isDisplay = (written.kind === 'list' || written.kind === 'tuple') && written.close >= 0;
  if (!brackets || !isDisplay || written.kind === expected.type) return [];
  if (written.elements.length < 2 || expected.members?.size !== written.elements.length) return [];
  return [
    {
      title: `Make it a ${expected.type}`,
      changes: [
        { start: written.start, end: written.start + 1, newText: brackets[0]! },
        { start: written.close, end: written.close + 1, newText: brackets[1]! },
      ],
      preferred: true,
    },
  ];
}

/** One key in place of another with a similar name. */
function respelt(text: string, { expected, actual }: Difference, written: Expression): TextFix[] {
  if (expected.kind !== 'branch' || actual.kind !== 'branch' || written.kind !== 'dict') return [];
  const lacking = [...(expected.members?.keys() ?? [])].filter((id) => !actual.members?.has(id));
  return written.entries.flatMap(({ key }) => {
    const name = key?.kind === 'string' ? stringValue(text, key) : undefined;
    if (name === undefined || expected.members?.has(`s${name}`)) return [];
    const meant = misspelled(`s${name}`, lacking);
    const source = meant === undefined ? undefined : keySource(meant, sourceOf(expected, text));
    return source === undefined ? [] : [replacing(key!, source, true)];
  });
}

/** The dict of `list(dict.values())`, or the gradients of `zip(gradients, variables)`. */
function wholeOf({ expected }: Difference, written: Expression): Expression | undefined {
  const zip = zipIn(written);
  if (zip) return zip.arguments[0]!.value;
  const values = insideOf(written);
  const isDict = expected.kind === 'branch' && expected.type === 'dict';
  const isValues =
    values.kind === 'call' && values.callee.kind === 'attribute' && values.arguments.length === 0;
  return isDict && isValues && values.callee.name === 'values' ? values.callee.object : undefined;
}

/** The call of `zip(gradients, variables)` that an argument is, itself or as a list. */
export function zipIn(written: Node): Call | undefined {
  const call = isExpression(written) ? insideOf(written) : written;
  return call.kind === 'call' && nameOf(call) === 'zip' && call.arguments.length === 2 ? call : undefined;
}

/** What is in the brackets of `list(…)` or `tuple(…)`. */
function insideOf(written: Expression): Expression {
  const makes = written.kind === 'call' ? nameOf(written) : undefined;
  const isCopy = makes === 'list' || makes === 'tuple';
  return (isCopy && written.kind === 'call' && written.arguments[0]?.value) || written;
}

const nameOf = ({ callee }: Call) => (callee.kind === 'name' ? callee.name : undefined);
