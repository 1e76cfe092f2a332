import type { Range, TextEdit } from '../../../basics/range';
import { callOf } from '../../../dataflow/calls/python-file';
import { draftMessage } from '../../../dataflow/derivation/by-hand';
import { linesOf } from '../../../dataflow/derivation/text';
import type { Message } from '../../../dataflow/messages/message';
import { resolve } from '../../../python/names';
import {
  type Assignment,
  type Call,
  type Expression,
  type Node,
  type Statement,
  statementOf,
  walk,
} from '../../../python/tree';
import { CONFIGURATION } from '../../../schema/builtin';
import { Imports, isFree } from './imports';
import { knownText, messageAfter } from './message-after';
import {
  hasComments,
  indentOf,
  isAlone,
  type ProgramPlace,
  type Refactor,
  siblingsOf,
  statementAt,
} from './place';

export const TEXT_FORMAT = 'google.protobuf.text_format';

/** Replaces `config = Configuration()` and the following statements that only fill it by the same message as text. */
export const toText: Refactor = (place) => {
  const found = findBuilt(place);
  if (!found) return;
  const { name, call, range } = found;
  const message = messageAfter(place, name, range);
  const expected = knownText(message);
  if (!message || !expected) return;
  const edits = editsFor(place, found, call, message);
  if (!edits || knownText(messageAfter(place, name, range, edits)) !== expected) return;
  return { title: 'Write the message as text', kind: 'refactor.rewrite', changes: () => edits };
};

/** A variable, the call that makes its message, and the statements that fill it. */
interface Built {
  readonly name: string;
  readonly call: Call;
  readonly range: Range;
}

function findBuilt(place: ProgramPlace): Built | undefined {
  const at = statementAt(place);
  if (!at) return undefined;
  for (let statement: Statement | undefined = at; statement; statement = outerOf(statement)) {
    const siblings = siblingsOf(statement);
    const index = siblings.indexOf(statement);
    const first = siblings.slice(0, index + 1).findLastIndex((sibling) => madeBy(place, sibling));
    if (first < 0) continue;
    const run = runFrom(place, siblings.slice(first));
    if (!run?.statements.includes(statement)) continue;
    const { name, call, statements } = run;
    const range = { start: statements[0]!.start, end: statements.at(-1)!.end };
    const rest = place.file.text.slice(0, range.start) + place.file.text.slice(range.end);
    const isLost = run.helpers.some((helper) => !isFree(rest, helper));
    const areAlone = statements.every((each) => isAlone(place.file.text, each));
    return isLost || !areAlone || hasComments(place, range) ? undefined : { name, call, range };
  }
  return undefined;
}

const outerOf = ({ parent }: Statement): Statement | undefined => parent && statementOf(parent);

/** The call in `config = Configuration()`. */
function madeBy({ file }: ProgramPlace, statement: Statement): Call | undefined {
  if (statement.kind !== 'assignment' || statement.operator !== '=') return undefined;
  const { targets, value } = statement;
  if (targets.length !== 1 || targets[0]!.kind !== 'name' || value?.kind !== 'call') return undefined;
  const entry = callOf(file, value)?.entry;
  return entry?.kind === 'class' && entry.message === CONFIGURATION ? value : undefined;
}

/** The statements that make a message and only fill it, and the names that they bind. */
function runFrom(place: ProgramPlace, statements: readonly Statement[]) {
  const [made] = statements as [Assignment];
  const call = madeBy(place, made)!;
  const { name } = made.targets[0] as Extract<Expression, { kind: 'name' }>;
  if (!fills(place, made, new Set())) return undefined;
  const own = new Set([name]);
  const run: Statement[] = [made];
  for (const statement of statements.slice(1)) {
    const bound = boundBy(statement, own, name);
    const isElsewhere = place.partEnds?.some((end) => made.start < end && end <= statement.start);
    if (!bound || isElsewhere || !fills(place, statement, new Set([...own, ...bound]))) break;
    for (const helper of bound) own.add(helper);
    run.push(statement);
  }
  return { name, call, statements: run, helpers: [...own].filter((helper) => helper !== name) };
}

/** The names that a statement gives to parts of a message; undefined if it does anything else. */
function boundBy(statement: Statement, own: ReadonlySet<string>, message: string): string[] | undefined {
  if (statement.kind === 'expression') return isPartOf(statement.value, own) ? [] : undefined;
  if (statement.kind !== 'assignment' || !statement.value) return undefined;
  const [target, ...more] = statement.targets;
  if (!target || more.length > 0) return undefined;
  if (target.kind === 'attribute' && isPartOf(target, own)) return [];
  return target.kind === 'name' && isPartOf(statement.value, own) && target.name !== message
    ? [target.name]
    : undefined;
}

/** Whether an expression starts with one of these variables, such as `table.optimization_parameters.adagrad`. */
function isPartOf(expression: Expression, own: ReadonlySet<string>): boolean {
  let at = expression;
  while (at.kind === 'attribute' || at.kind === 'subscript' || at.kind === 'call')
    at = at.kind === 'call' ? at.callee : at.object;
  return at.kind === 'name' && own.has(at.name);
}

/** Whether a statement calls only methods that fill the message, message classes, and constructors of values. */
function fills({ file }: ProgramPlace, statement: Statement, own: ReadonlySet<string>): boolean {
  const isHarmless = (call: Call) =>
    call.callee.kind === 'attribute' && isPartOf(call.callee, own)
      ? FILLING.has(call.callee.name)
      : callOf(file, call)?.entry.message !== undefined || MAKING.has(resolve(file.tree, call.callee) ?? '');
  return [...walk(statement)].every((node) =>
    node.kind === 'call' ? isHarmless(node) : !STRANGE.has(node.kind),
  );
}

const STRANGE: ReadonlySet<Node['kind']> = new Set(['walrus', 'await', 'yield']);

const MAKING: ReadonlySet<string> = new Set(['builtins.float', 'builtins.int', 'builtins.dict']);

/** Methods that change a message and nothing else. */
const FILLING: ReadonlySet<string> = new Set([
  'add',
  'append',
  'extend',
  'CopyFrom',
  'MergeFrom',
  'SetInParent',
  'ClearField',
]);

function editsFor(
  { file: { text, tree } }: ProgramPlace,
  { name, range }: Built,
  call: Call,
  message: Message,
): TextEdit[] | undefined {
  const lines = linesOf(draftMessage(message).fields);
  if (lines.length === 0) return undefined;
  const imports = new Imports(tree, range.start);
  const parse = imports.nameOf(TEXT_FORMAT, 'Parse');
  const indent = indentOf(text, range.start)!;
  const inner = `${indent}    `;
  const body = lines.map((line) => `${inner}${line.text.replaceAll('\\', '\\\\')}\n`).join('');
  const made = text.slice(call.callee.start, call.callee.end);
  const newText = `${name} = ${parse}(\n${inner}"""\n${body}${inner}""",\n${inner}${made}(),\n${indent})`;
  const added = imports.edits;
  return added && [...added, { ...range, newText }];
}
