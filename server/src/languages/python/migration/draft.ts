import { withEdits } from '../../../basics/edits';
import { addTo } from '../../../basics/groups';
import { insertion, isWithin, type Range, rangeOf, type TextEdit } from '../../../basics/range';
import { lastStartingBy } from '../../../basics/search';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import {
  type Argument,
  allOfKind,
  type Call,
  isStatement,
  type Name,
  type Node,
  nodeAt,
  type Statement,
} from '../../../python/tree';
import type { Remark } from '../../migration';
import { indentOf } from '../refactorings/place';

interface DraftRemark extends Remark {
  /** The new program says it in another place than above this one. */
  readonly isWritten?: true;
}

/** Collects the edits of a migration, and remarks on what it cannot keep. */
export class Draft {
  /** By their starts; those of one place in the order in which they were made. */
  private readonly made = new Map<number, TextEdit[]>();
  private readonly remarked = new Map<string, DraftRemark>();
  /** The modules that the new program imports, and the statements that do. */
  private readonly modules = new Map<string, string>();
  private readonly definitions: string[] = [];
  private readonly names = new Map<string, string>();
  /** The names that the program uses, and those that its migration adds. */
  private bound: Set<string> | undefined;

  constructor(
    readonly file: PythonFile,
    /** How the first parts of dotted names are imported, if not by `import`. */
    private readonly statements: Readonly<Record<string, string>> = {},
  ) {}

  get remarks(): readonly DraftRemark[] {
    return [...this.remarked.values()].toSorted((a, b) => a.start - b.start);
  }

  replace(node: Range, newText: string): void {
    const edits = this.editsFrom(node.start);
    if (!edits.some((other) => other.end === node.end && other.newText === newText))
      edits.push({ ...rangeOf(node), newText });
  }

  insert(at: number, newText: string): void {
    this.editsFrom(at).push(insertion(at, newText));
  }

  private editsFrom(start: number): TextEdit[] {
    const edits = this.made.get(start) ?? [];
    this.made.set(start, edits);
    return edits;
  }

  remark(at: Range, message: string, options: Omit<DraftRemark, keyof Range | 'message'> = {}): void {
    this.remarked.set(`${at.start}: ${message}`, { ...rangeOf(at), message, ...options });
  }

  /** A dotted name, whose module the new program imports. */
  reference(dotted: string): string {
    const dot = dotted.indexOf('.');
    if (dot > 0) this.import(dotted.slice(0, dot));
    return dotted;
  }

  /** A module that the new program imports. */
  import(module: string, statement = this.statements[module] ?? `import ${module}`): void {
    this.modules.set(module, statement);
  }

  /** The name of something that the new program defines below its imports, once for each wanted name. */
  define(wanted: string, definition: (name: string) => string): string {
    const known = this.names.get(wanted);
    if (known !== undefined) return known;
    const name = this.freeName(wanted);
    this.names.set(wanted, name);
    this.definitions.push(definition(name));
    return name;
  }

  /** A name that the program does not use yet. */
  freeName(wanted: string): string {
    const { tree } = this.file;
    this.bound ??= new Set([
      ...allOfKind(tree, 'name').map((node) => node.name),
      ...allOfKind(tree, 'function').flatMap(({ name, parameters }) => [
        name,
        ...parameters.map((each) => each.name),
      ]),
      ...allOfKind(tree, 'class').map((node) => node.name),
      ...allOfKind(tree, 'import').flatMap(({ names }) => names.map((each) => each.alias ?? each.name)),
    ]);
    let name = wanted;
    for (let i = 2; this.bound.has(name); i++) name = `${wanted}_${i}`;
    this.bound.add(name);
    return name;
  }

  /** The new text of a node, with the edits so far. */
  textOf(node: Range): string {
    const inside: TextEdit[] = [];
    for (let at = node.start; at <= node.end; at++)
      for (const { start, end, newText } of this.made.get(at) ?? [])
        if (end <= node.end) inside.push({ start: start - node.start, end: end - node.start, newText });
    return withEdits(this.file.text.slice(node.start, node.end), outermost(inside));
  }

  /** Keeps some of a call's arguments, and adds others after them. */
  arrange(call: Call, isKept: (argument: Argument) => boolean, added: readonly string[]): void {
    const { text } = this.file;
    const all = call.arguments;
    const last = all.findLast(isKept);
    if (!last) {
      if (all.length > 0 || added.length > 0)
        this.replace({ start: call.open + 1, end: call.argumentsEnd }, added.join(', '));
      return;
    }
    const first = all.findIndex(isKept);
    if (first > 0) this.replace({ start: all[0]!.start, end: all[first]!.start }, '');
    for (const [i, argument] of all.entries())
      if (i > first && !isKept(argument)) this.replace({ start: all[i - 1]!.end, end: argument.end }, '');
    if (added.length === 0) return;
    const indent = text.slice(text.lastIndexOf('\n', last.start - 1) + 1, last.start);
    const isOnOwnLine = indent.trim() === '' && text.slice(call.open, last.start).includes('\n');
    const between = isOnOwnLine ? `,\n${indent}` : ', ';
    this.insert(last.end, added.map((each) => between + each).join(''));
  }

  /** Writes a line in front of a statement. */
  insertBefore(statement: Statement, line: string): void {
    const indent = indentOf(this.file.text, statement.start) ?? '';
    const isDefinition = statement.kind === 'function' || statement.kind === 'class';
    const start = lineStart(this.file.text, statement);
    this.editsFrom(start).unshift(insertion(start, `${indent}${line}\n${isDefinition ? '\n\n' : ''}`));
  }

  /** All edits in the order of their places, none within another. */
  finish(): readonly TextEdit[] {
    this.removeUnused();
    for (const { start, message, isWritten } of this.remarks) if (!isWritten) this.comment(start, message);
    this.writeHead();
    return outermost([...this.made.values()].flat());
  }

  private comment(at: number, message: string): void {
    const { text, tree } = this.file;
    let node: Node | undefined = nodeAt(tree, at);
    while (node && !(isStatement(node) && indentOf(text, node.start) !== undefined)) node = node.parent;
    const indent = (node && indentOf(text, node.start)) ?? '';
    const start = node ? lineStart(text, node) : 0;
    const newText = `${indent}# Migration: ${message}\n`;
    const edits = this.editsFrom(start);
    if (!edits.some((other) => other.newText === newText)) edits.push(insertion(start, newText));
  }

  /** Imports and definitions below the last import in front of the first change. */
  private writeHead(): void {
    const { text, tree } = this.file;
    const { body } = tree.module;
    const imports = [...this.modules]
      .filter(([module]) => !body.some((each) => imported(each, module)))
      .map(([, statement]) => statement)
      .toSorted();
    const lines = [
      ...imports.map((statement) => `${statement}\n`),
      ...this.definitions.map((definition, i) => `${i === 0 ? '\n' : ''}${definition}\n`),
    ].join('');
    if (lines === '') return;
    let first = text.length;
    for (const [start, edits] of this.made)
      if (start < first && edits.some(({ newText }) => newText !== '')) first = start;
    const last = body.findLast(({ kind, end }) => kind === 'import' && end <= first);
    const at = last ? endOfLine(text, last.end) : (body[0]?.start ?? 0);
    this.editsFrom(at).unshift(insertion(at, text[at - 1] === '\n' || at === 0 ? lines : `\n${lines}`));
  }

  /** Removes aliases, and then imports, that only replaced code has used. */
  private removeUnused(): void {
    const { tree, text } = this.file;
    const uses = new Map<string, Name[]>();
    for (const node of allOfKind(tree, 'name')) addTo(uses, node.name, node);
    for (const kind of ['assignment', 'import'] as const) {
      const replaced = outermost([...this.made.values()].flat()).filter(({ start, end }) => start < end);
      const isReplaced = (node: Name) => isWithin(node, lastStartingBy(replaced, node.start) ?? NOTHING);
      for (const statement of tree.module.body) {
        if (statement.kind !== kind) continue;
        const used = boundBy(statement)?.flatMap((name) => uses.get(name) ?? []) ?? [];
        const others = used.filter((node) => !isWithin(node, statement));
        if (others.length > 0 && others.every(isReplaced)) this.replace(wholeLines(text, statement), '');
      }
    }
  }
}

const NOTHING: Range = { start: 0, end: -1 };

/** Edits in the order of their places, insertions first, without those in the middle of what another one replaces. */
function outermost(edits: readonly TextEdit[]): TextEdit[] {
  const replaced: TextEdit[] = [];
  for (const edit of edits
    .filter(({ start, end }) => start < end)
    .toSorted((a, b) => a.start - b.start || b.end - a.end))
    if (edit.start >= (replaced.at(-1)?.end ?? 0)) replaced.push(edit);
  const kept = edits.filter((edit) => {
    if (edit.start < edit.end) return false;
    const before = lastStartingBy(replaced, edit.start - 1);
    return !before || before.end <= edit.start;
  });
  return [...kept, ...replaced].toSorted((a, b) => a.start - b.start || a.end - b.end);
}

const lineStart = (text: string, { start }: Range): number => text.lastIndexOf('\n', start - 1) + 1;

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
};

/** The lines of a statement, with the empty ones before it where others follow. */
function wholeLines(text: string, statement: Range): Range {
  let start = lineStart(text, statement);
  const end = endOfLine(text, statement.end);
  if (/^\r?\n/.test(text.slice(end, end + 2)))
    while (/(?:^|\n)\r?\n$/.test(text.slice(Math.max(0, start - 3), start)))
      start = lineStart(text, { start: start - 1, end });
  return { start, end };
}

/** The names that an import or an alias of a dotted name binds, if the statement does nothing else. */
function boundBy(statement: Statement): readonly string[] | undefined {
  if (statement.kind === 'import')
    return statement.star
      ? undefined
      : statement.names.map(({ name, alias }) => alias ?? (statement.from ? name : name.split('.')[0]!));
  if (statement.kind !== 'assignment' || statement.operator !== '=' || statement.targets.length !== 1)
    return undefined;
  const [target] = statement.targets;
  return target?.kind === 'name' && statement.value?.kind === 'attribute' ? [target.name] : undefined;
}

/** Whether a statement imports a module under its own name, from wherever: `from tensorflow import keras`. */
const imported = (statement: Statement, module: string): boolean =>
  statement.kind === 'import' &&
  statement.names.some(({ name, alias }) => (alias ?? name) === module && name.split('.').at(-1) === module);
