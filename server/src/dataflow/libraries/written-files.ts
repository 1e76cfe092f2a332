import type { Evaluator, Value } from '../../evaluator';
import { operated } from '../../evaluator/expressions';
import { lastingEntries, UNKNOWN_ENTRIES } from '../../evaluator/join';
import type { Cell } from '../../evaluator/state';
import { type DictEntry, dictKeyOf, type Entries, str } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Expression, Node } from '../../python/tree';
import { isRun } from './strategies';

/** Code that changes files, or the folder that paths start from, in ways that are not followed. */
const CHANGING =
  /\b(?:subprocess|shutil|os\.(?:system|popen|fdopen|remove|unlink|rename|replace|truncate|chdir|symlink|link)|sys\.stdout)\b|\.(?:unlink|rename|replace|symlink_to|hardlink_to|touch)\(\s*(?:\w+\s*=|\)|self\b|path|target)|\.(?:to_csv|to_json|savetxt|tofile|truncate|seek)\(/;

/** What a program has written to files, by their paths. */
export class WrittenFiles {
  private all: Cell<Entries> | undefined;

  /** The contents of a file, if the program wrote all of them before, and nothing else runs meanwhile. */
  read(path: string, { around, tree }: Evaluator): Value | undefined {
    const id = idOf(path);
    return id === undefined || !isRun(around) || textMatches(tree, CHANGING)
      ? undefined
      : this.all?.content.known.get(id)?.value;
  }

  /** A file gets other contents; without a value, unknown ones. */
  set(path: string | undefined, value: Value | undefined, ev: Evaluator): void {
    const cell = this.cell(ev);
    const id = path === undefined ? undefined : idOf(path);
    // It may be any of them.
    if (id === undefined) return ev.state.write(cell, UNKNOWN_ENTRIES);
    const known = new Map<string, DictEntry>(cell.content.known);
    if (value) known.set(id, { key: str(value.node, path), value });
    else known.delete(id);
    ev.state.write(cell, { known, hasUnknownEntries: true });
  }

  /** Adds to the end of a file whose contents are known so far. */
  append(path: string | undefined, value: Value, node: Node, ev: Evaluator): void {
    const id = path === undefined ? undefined : idOf(path);
    const before = id === undefined ? undefined : this.cell(ev).content.known.get(id)?.value;
    const isEmpty = (before?.kind === 'str' || before?.kind === 'bytes') && before.value === '';
    const isText = before?.kind === 'str' && value.kind === 'str';
    const whole = isEmpty ? value : isText ? operated(ev, before, '+', value, node as Expression) : undefined;
    this.set(path, whole, ev);
  }

  private cell({ state }: Evaluator): Cell<Entries> {
    this.all ??= lastingEntries(state);
    return this.all;
  }
}

/** A path in its usual form; undefined if it may be another form of any path. */
function idOf(path: string): string | undefined {
  const usual = path.replace(/(?:^|(?<=\/))(?:\.?\/)+/g, (all, at: number) =>
    at === 0 && all.startsWith('/') ? '/' : '',
  );
  return /(?:^|\/)\.{1,2}(?:\/|$)/.test(usual)
    ? undefined
    : dictKeyOf({ kind: 'str', value: usual } as Value);
}
