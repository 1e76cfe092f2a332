import type { Constant, ModuleNames } from '../../python/module-names';
import { candidatePaths, filesOf, joinPath, type KnownFiles, parentOf } from '../files/paths';
import type { NamedDocument } from './links';
import type { NamedSymbol } from './names';

/** The target of a dotted name in another module. */
interface Target<D> {
  readonly document: D;
  readonly name: string;
  readonly constant?: Constant | undefined;
}

/** Imports of imports are followed this far. */
const MAX_STEPS = 8;

/**
 * The same documents, in which tables and features have the names that modules of the workspace give them, and each such
 * module has the name where it is written. Yields each module whose names are needed.
 */
export function* followImports<D extends NamedDocument>(
  documents: readonly D[],
): Generator<D, readonly D[], ModuleNames | undefined> {
  if (documents.every(({ names }) => names.imports.length === 0)) return documents;
  const modules = new Modules(documents);
  const renamed = new Map<D, NamedSymbol[]>();
  /** The names that modules spell, by module. */
  const spelled = new Map<D, Map<string, NamedSymbol>>();
  const imported = new Map<D, readonly D[]>();
  for (const document of documents) {
    const { imports, symbols } = document.names;
    const targets: D[] = [];
    for (const name of imports) {
      const target = yield* modules.find(document, name);
      if (target && target.document !== document) targets.push(target.document);
    }
    imported.set(document, targets);
    const found: NamedSymbol[] = [];
    for (const symbol of symbols) {
      const target = symbol.from === undefined ? undefined : yield* modules.find(document, symbol.from);
      const { constant } = target ?? {};
      if (!target || !constant) {
        found.push(symbol);
        continue;
      }
      const source = `${target.document.key} ${target.name}`;
      const { value: name, start, end } = constant;
      found.push({ ...symbol, name, source });
      const there = spelled.get(target.document) ?? new Map<string, NamedSymbol>();
      spelled.set(target.document, there);
      const key = `${symbol.kind} ${source}`;
      const declares = symbol.isDeclared || there.get(key)?.places[0]?.declares === true;
      const place = { start, end, as: 'name', declares } as const;
      there.set(key, {
        kind: symbol.kind,
        name,
        source,
        id: undefined,
        isDeclared: false,
        isSpelling: true,
        container: undefined,
        places: [place],
      });
    }
    renamed.set(document, found);
  }
  return documents.map((document) => ({
    ...document,
    names: { ...document.names, symbols: withSpelled(renamed.get(document)!, spelled.get(document)) },
    modules: [...new Set(imported.get(document)!.map(({ key }) => key))],
  }));
}

/** A module may use its own constant, too. */
function withSpelled(
  symbols: readonly NamedSymbol[],
  spelled: ReadonlyMap<string, NamedSymbol> = new Map(),
): readonly NamedSymbol[] {
  const others = new Map(
    [...spelled.values()].map((symbol) => [`${symbol.kind} ${symbol.places[0]!.start}`, symbol]),
  );
  const own = symbols.map((symbol) => {
    const keys = symbol.places
      .filter(({ as }) => as === 'name')
      .map(({ start }) => `${symbol.kind} ${start}`);
    const key = keys.find((each) => others.has(each));
    const { source } = (key !== undefined && others.get(key)) || {};
    if (key === undefined || source === undefined) return symbol;
    others.delete(key);
    return { ...symbol, source };
  });
  return [...own, ...others.values()];
}

/** The modules of a workspace by their files. */
class Modules<D extends NamedDocument> {
  private readonly byKey: ReadonlyMap<string, D>;
  private readonly files: KnownFiles;
  /** Of files and folders, without endings: most programs import from other places only. */
  private readonly parts: ReadonlySet<string>;
  private readonly known = new Map<D, ModuleNames | undefined>();

  constructor(documents: readonly D[]) {
    const programs = documents.filter(({ key }) => key.endsWith('.py'));
    this.byKey = new Map(programs.map((document) => [document.key, document]));
    this.parts = new Set(programs.flatMap(({ key }) => key.slice(0, -'.py'.length).split('/')));
    this.files = filesOf(programs.map(({ key }) => key));
  }

  /** The module in which a dotted name is defined; undefined where that is none of the workspace, or not certain. */
  *find(
    from: D,
    dotted: string,
    steps = MAX_STEPS,
  ): Generator<D, Target<D> | undefined, ModuleNames | undefined> {
    if (steps === 0) return undefined;
    const [, dots, rest] = /^(\.*)(.*)$/s.exec(dotted)!;
    const parts = rest === '' ? [] : rest!.split('.');
    if (dots === '' && !this.parts.has(parts[0]!)) return undefined;
    for (let count = parts.length; count >= (dots === '' ? 1 : 0); count--) {
      const document = this.fileOf(from, dots!.length, parts.slice(0, count));
      if (!document) continue;
      const name = parts.slice(count).join('.');
      return name === '' ? { document, name } : yield* this.within(document, name, steps);
    }
    return undefined;
  }

  private *within(
    document: D,
    name: string,
    steps: number,
  ): Generator<D, Target<D> | undefined, ModuleNames | undefined> {
    if (!this.known.has(document)) this.known.set(document, yield document);
    const names = this.known.get(document);
    const constant = names?.constants.get(name);
    if (constant) return { document, name, constant };
    const [first = '', ...others] = name.split('.');
    const target = names?.imports.get(first);
    if (target !== undefined) return yield* this.find(document, [target, ...others].join('.'), steps - 1);
    for (const star of names?.stars ?? []) {
      const found = yield* this.find(document, `${star}${star.endsWith('.') ? '' : '.'}${name}`, steps - 1);
      if (found?.constant) return found;
    }
    return { document, name };
  }

  /** The file of a module; undefined if the name may mean several files. */
  private fileOf({ key, folder }: D, dots: number, parts: readonly string[]): D | undefined {
    const path = parts.join('/');
    const candidates = [...(parts.length > 0 ? [`${path}.py`] : []), joinPath(path, '__init__.py')];
    const found = candidates.flatMap((candidate) => {
      if (dots === 0) return candidatePaths(candidate, { from: key, folder, ...this.files });
      let around = parentOf(key);
      for (let i = 1; i < dots; i++) around = parentOf(around);
      const absolute = joinPath(around, candidate);
      return this.byKey.has(absolute) ? [absolute] : [];
    });
    const [only, ...more] = found;
    return only === undefined || more.length > 0 ? undefined : this.byKey.get(only);
  }
}
