import type { Range } from '../../basics/range';
import { parsePython } from '../../python/parser';
import { type Expression, type Statement, walk } from '../../python/tree';
import { readFields } from './binary-reader';
import { readBytesLiteral } from './bytes-literal';
import { type Content, type ContentValue, isContent, type UnknownField } from './content';

/** Fields that a program merges into a message as bytes, since the schema does not know them. */
export interface Merged extends Range {
  /** The call that makes the configuration. */
  readonly maker: Range;
  /** The path to the message that gets them. */
  readonly steps: readonly Step[];
  readonly unknown: readonly UnknownField[];
}

interface Step {
  readonly name: string;
  readonly index: number;
}

/** The merged fields at the end of a program, as `writePython` writes them; nothing else may use the configuration's name. */
export function mergedAtEnd(text: string): readonly Merged[] {
  const { module } = parsePython(text);
  const last = module.body.findLastIndex((statement) => !mergeOf(statement, text));
  const merges = module.body.slice(last + 1).map((statement) => mergeOf(statement, text)!);
  const names = [...walk(module)].flatMap((node) => (node.kind === 'name' ? node.name : []));
  return merges.flatMap(({ name, ...merge }) => {
    const maker = module.body.find(
      (statement) =>
        statement.kind === 'assignment' &&
        statement.targets.some((target) => target.kind === 'name' && target.name === name),
    );
    const uses = names.filter((each) => each === name).length;
    const own = merges.filter((each) => each.name === name).length;
    return maker?.kind === 'assignment' && maker.value && uses === own + 1
      ? [{ ...merge, maker: maker.value }]
      : [];
  });
}

/** `config.table_descriptor[0].MergeFromString(b'…')` */
function mergeOf(statement: Statement, text: string) {
  if (statement.kind !== 'expression' || statement.value.kind !== 'call') return undefined;
  const { callee, arguments: given, start, end } = statement.value;
  const [argument, ...more] = given;
  if (callee.kind !== 'attribute' || callee.name !== 'MergeFromString') return undefined;
  const message = messageAt(callee.object);
  if (!message || argument?.kind !== 'positional' || argument.value.kind !== 'string' || more.length > 0)
    return undefined;
  const bytes = readBytesLiteral(text.slice(argument.start, argument.end));
  const unknown = bytes instanceof Uint8Array ? readFields(bytes) : undefined;
  return unknown && { ...message, unknown, start, end };
}

function messageAt(expression: Expression): { name: string; steps: readonly Step[] } | undefined {
  if (expression.kind === 'name') return { name: expression.name, steps: [] };
  const [index, ...more] = expression.kind === 'subscript' ? expression.indices : [];
  const field = expression.kind === 'subscript' ? expression.object : expression;
  const outer = field.kind === 'attribute' ? messageAt(field.object) : undefined;
  if (field.kind !== 'attribute' || !outer || more.length > 0) return undefined;
  if (index && (index.kind !== 'number' || !/^\d{1,9}$/.test(index.text))) return undefined;
  const step = { name: field.name, index: index ? Number(index.text) : 0 };
  return { name: outer.name, steps: [...outer.steps, step] };
}

/** A program of the same length without such statements. */
export const withoutMerged = (text: string, merged: readonly Merged[]): string =>
  merged.reduce(
    (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
    text,
  );

/** The message with these fields; undefined if it lacks the message that gets them, or the schema knows one of them. */
export function merge(
  content: Content,
  { steps, unknown }: Pick<Merged, 'steps' | 'unknown'>,
): Content | undefined {
  const [step, ...others] = steps;
  if (!step) {
    const numbers = new Set(content.type.fields.map(({ number }) => number));
    if (unknown.some(({ number }) => numbers.has(number))) return undefined;
    return { ...content, unknown: [...content.unknown, ...unknown] };
  }
  const own = content.fields.filter(({ field }) => field.name === step.name)[step.index];
  const value: ContentValue | undefined =
    own && isContent(own.value) ? merge(own.value, { steps: others, unknown }) : undefined;
  if (!own || value === undefined) return undefined;
  return { ...content, fields: content.fields.map((each) => (each === own ? { ...own, value } : each)) };
}
