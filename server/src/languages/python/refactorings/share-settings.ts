import type { TextEdit } from '../../../basics/range';
import { callOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { bindingOf, resolve } from '../../../python/names';
import {
  type Argument,
  type Call,
  type Expression,
  type Node,
  type Statement,
  statementOf,
  walk,
} from '../../../python/tree';
import { removeArguments } from '../../../rules/python/support/edits';
import { isFree } from './imports';
import { hasComments, indentOf, type ProgramPlace, type Refactor, siblingsOf, statementAt } from './place';

/** Moves the arguments that all tables of a block have in common into a dictionary. */
export const shareSettings: Refactor = (place) => {
  const { file } = place;
  const at = statementAt(place);
  const call = at && tableCallAt(place);
  if (!at || !call || at.parent?.kind === 'class') return;
  const calls = siblingsOf(at).flatMap((statement) => callsIn(file, statement, call));
  const first = calls[0] && blockStatementOf(calls[0], at);
  if (
    !first ||
    calls.some((each) => each.arguments.some(({ kind }) => kind === 'doubleStar' || kind === 'star'))
  )
    return;
  const shared = sharedBy(file, calls, first.start);
  if (calls.length < 2 || shared.length === 0 || shared.length + calls.length < 4) return;
  const name = ['common', 'common_settings', 'shared_settings'].find((each) => isFree(file.text, each));
  const indent = indentOf(file.text, first.start);
  if (name === undefined || indent === undefined) return;
  const edits = calls.flatMap((each) => editsOf(file, each, shared, name));
  if (edits.some((edit) => hasComments(place, edit))) return;
  const entries = shared.map(
    ({ name: key, value }) => `"${key}": ${file.text.slice(value.start, value.end)}`,
  );
  const dictionary = dictionaryText(`${indent}${name} = `, entries, indent).slice(indent.length);
  return {
    title: 'Extract shared settings into a dictionary',
    kind: 'refactor.extract',
    changes: () => [{ start: first.start, end: first.start, newText: `${dictionary}\n${indent}` }, ...edits],
  };
};

const MAX_LINE = 88;

function dictionaryText(start: string, entries: readonly string[], indent: string): string {
  const line = `${start}{${entries.join(', ')}}`;
  if (line.length <= MAX_LINE) return line;
  return `${start}{\n${entries.map((entry) => `${indent}    ${entry},\n`).join('')}${indent}}`;
}

/** The innermost call at the place that makes a table. */
function tableCallAt({ file, range }: ProgramPlace): Call | undefined {
  return file.tree.calls.findLast(
    (call) => call.start <= range.start && range.start <= call.end && isTable(file, call),
  );
}

const isTable = (file: PythonFile, call: Call): boolean => callOf(file, call)?.entry.role === 'table';

function callsIn(file: PythonFile, statement: Statement, like: Call): Call[] {
  const callee = resolve(file.tree, like.callee);
  return [...walk(statement)].filter(
    (node): node is Call =>
      node.kind === 'call' &&
      node.complete &&
      isTable(file, node) &&
      resolve(file.tree, node.callee) === callee,
  );
}

/** The statement that a node is in and that has the same parent as `beside`. */
function blockStatementOf(node: Node, beside: Statement): Statement | undefined {
  let statement = statementOf(node);
  while (statement && statement.parent !== beside.parent)
    statement = statement.parent && statementOf(statement.parent);
  return statement;
}

/** The keyword arguments that all calls spell alike and that have the same value at an earlier place. */
function sharedBy(file: PythonFile, calls: readonly Call[], at: number): readonly Argument[] {
  const source = ({ value }: Argument) => file.text.slice(value.start, value.end);
  const [first, ...others] = calls;
  return (first?.arguments ?? []).filter(
    (argument) =>
      argument.kind === 'keyword' &&
      isConstant(file, argument.value, at) &&
      others.every((call) =>
        call.arguments.some((other) => other.name === argument.name && source(other) === source(argument)),
      ),
  );
}

/** Whether an expression is always the same value, from an offset on. Calls make another object each time. */
function isConstant(file: PythonFile, expression: Expression, at: number): boolean {
  switch (expression.kind) {
    case 'number':
    case 'constant':
      return true;
    case 'string':
      return expression.fields.length === 0;
    case 'unary':
      return isConstant(file, expression.operand, at);
    case 'binary':
      return expression.operands.every((operand) => isConstant(file, operand, at));
    case 'tuple':
      return expression.elements.every((element) => isConstant(file, element, at));
    case 'attribute':
      return resolve(file.tree, expression) !== undefined && isConstant(file, expression.object, at);
    case 'name': {
      const binding = bindingOf(file.tree, expression);
      return binding !== undefined && binding.from <= at && KNOWN.has(binding.kind);
    }
    default:
      return false;
  }
}

const KNOWN: ReadonlySet<string> = new Set(['import', 'assignment', 'parameter', 'function', 'class']);

/** Replaces the first of the shared arguments by the dictionary, and removes the others. */
function editsOf({ text }: PythonFile, call: Call, shared: readonly Argument[], name: string): TextEdit[] {
  const names = new Set(shared.map((argument) => argument.name));
  const own = call.arguments.filter((argument) => names.has(argument.name));
  const [first, ...others] = own;
  const edits: TextEdit[] = [{ start: first!.start, end: first!.end, newText: `**${name}` }];
  for (let i = 0; i < others.length; i++) {
    let last = i;
    const indexOf = (argument: Argument) => call.arguments.indexOf(argument);
    while (others[last + 1] && indexOf(others[last + 1]!) === indexOf(others[last]!) + 1) last++;
    edits.push(removeArguments(text, call, others[i]!, others[last]!));
    i = last;
  }
  return edits;
}
