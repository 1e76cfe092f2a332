import type { TextEdit } from '../../../basics/range';
import { lastPart, parentPath } from '../../../catalogue/names';
import { visibleNames } from '../../../python/names';
import type { Tree } from '../../../python/tree';
import { wholeName } from '../../../python/words';

/** The modules that new code needs, and their names in it. */
export class Imports {
  private readonly missing: string[] = [];
  /** A needed name is already used for something else. */
  private isTaken = false;

  constructor(
    private readonly tree: Tree,
    private readonly at: number,
  ) {}

  /** A name in a module as the code at that place can write it. */
  nameOf(module: string, name: string): string {
    const known = visibleNames(this.tree, this.at).find(
      ({ kind, target }) => kind === 'import' && target === module,
    );
    if (known) return `${known.name}.${name}`;
    const local = lastPart(module);
    if (!this.missing.includes(module)) {
      if (!isFree(this.tree.text, local)) this.isTaken = true;
      this.missing.push(module);
    }
    return `${local}.${name}`;
  }

  /** The edits that add the imports; undefined if one of them cannot be added. */
  get edits(): readonly TextEdit[] | undefined {
    if (this.isTaken) return undefined;
    if (this.missing.length === 0) return [];
    const lines = this.missing.map((module) => `from ${parentPath(module)} import ${lastPart(module)}`);
    const { body } = this.tree.module;
    const last = body.findLast(({ kind, end }) => kind === 'import' && end <= this.at);
    if (last) return [{ start: last.end, end: last.end, newText: lines.map((line) => `\n${line}`).join('') }];
    const [first] = body;
    const isDocumented =
      first?.kind === 'expression' && first.value.kind === 'string' && first.end <= this.at;
    if (isDocumented) return [{ start: first.end, end: first.end, newText: `\n\n${lines.join('\n')}` }];
    const start = first?.start ?? 0;
    return [{ start, end: start, newText: `${lines.join('\n')}\n\n` }];
  }
}

/** Whether a text does not contain a name. */
export const isFree = (text: string, name: string): boolean => !new RegExp(wholeName(name), 'u').test(text);
