import { excerpt } from '../../../basics/excerpt';
import { rangeOf } from '../../../basics/range';
import type { ApiCall, PythonFile } from '../../../dataflow/calls/python-file';
import type { Inferred } from '../../../dataflow/calls/types';
import type * as python from '../../../python/tree';
import type { CallProblem } from '../call-rule';

interface CallInFile {
  readonly call: ApiCall;
  readonly file: PythonFile;
}

/** An argument as messages show it: its source and, for names, the value and where that is written. */
export function shownValue(expression: python.Expression, value: Inferred, place: CallInFile): string {
  const { text } = place.file;
  const source = excerpt(text.slice(expression.start, expression.end));
  const worth = worthOf(expression, value, place);
  return worth === undefined ? source : `${source}, which is ${worth}`;
}

/** The same as a separate sentence; empty where it adds nothing. */
export function valueSentence(expression: python.Node, value: Inferred, place: CallInFile): string {
  const worth = worthOf(expression, value, place);
  return worth === undefined
    ? ''
    : ` \`${excerpt(place.file.text.slice(expression.start, expression.end))}\` is ${worth}.`;
}

function worthOf(expression: python.Node, value: Inferred, { call, file }: CallInFile): string | undefined {
  const worth = isLiteral(expression) ? undefined : literalOf(value);
  if (worth === undefined) return undefined;
  const origin = originOf(call, expression);
  const line = origin && lineOf(file.text, origin.start);
  return line === undefined || line === lineOf(file.text, expression.start)
    ? worth
    : `${worth} (line ${line})`;
}

/** Where the value of an argument is written, unless that is the argument itself. */
export function definitionOf(call: ApiCall, node: python.Node): NonNullable<CallProblem['related']> {
  const origin = originOf(call, node);
  return origin ? [{ ...rangeOf(origin), message: 'The value comes from here.' }] : [];
}

function originOf({ event }: ApiCall, node: python.Node): python.Expression | undefined {
  const origin = event?.types.originOf(node);
  return origin && (origin.end <= node.start || origin.start >= node.end) ? origin : undefined;
}

const isLiteral = (node: python.Node): boolean =>
  node.kind === 'number' ||
  node.kind === 'string' ||
  node.kind === 'constant' ||
  (node.kind === 'unary' && isLiteral(node.operand));

/** A value as Python writes it. */
function literalOf(value: Inferred): string | undefined {
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'int':
      return value.value === undefined ? undefined : excerpt(String(value.value));
    case 'float':
      return value.value === undefined ? undefined : floatLiteral(value.value);
    case 'bool':
      return value.value === undefined ? undefined : value.value ? 'True' : 'False';
    case 'str':
      return value.value === undefined ? undefined : `'${excerpt(value.value)}'`;
    default:
      return undefined;
  }
}

function floatLiteral(value: number): string {
  const text = Number.isFinite(value)
    ? String(value)
    : String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
