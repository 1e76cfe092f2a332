import { addTo } from '../../basics/groups';
import type { Position } from '../../basics/line-index';
import { filesOf, type KnownFiles, resolvePath } from '../files/paths';
import type { FileNames, NamedFile, NamedSymbol } from './names';

/** A file and its names. */
export interface NamedDocument {
  /** Its decoded URI. */
  readonly key: string;
  /** The decoded URI of the workspace folder around it. */
  readonly folder: string | undefined;
  readonly names: FileNames;
  /** The keys of the modules in the workspace that it imports from. */
  readonly modules?: readonly string[];
  readonly positionAt: (offset: number) => Position;
}

/** A table or feature in one file. */
export interface Referent<D extends NamedDocument = NamedDocument> {
  readonly document: D;
  readonly symbol: NamedSymbol;
}

/** The meaning of a name in a workspace. */
export interface Referents<D extends NamedDocument = NamedDocument> {
  /** The same table or feature in all files. */
  readonly all: readonly Referent<D>[];
  /** If it is unknown which of several is meant: all of them. */
  readonly candidates: readonly Referent<D>[];
}

/** The symbols linked from one. The same list each time, so that it is iterated once. */
type Group<D extends NamedDocument> = readonly Referent<D>[];

/** The symbols of one name in a folder. */
interface Namesakes<D extends NamedDocument> {
  readonly declared: Referent<D>[];
  /** Symbols used by programs that neither declare them nor name a configuration. */
  readonly unresolved: Referent<D>[];
  /** Whether all declared symbols are the same. Computed on demand. */
  isOne: boolean | undefined;
}

/**
 * Which names are the same in several files: those of a program, of the modules that it imports and of each configuration that
 * one of these names by its path; those that come from one string of a module; and a table that an op names where the program
 * neither has it nor names a configuration, if only one in the folder has it.
 */
export class Links<D extends NamedDocument> {
  private readonly byKey: ReadonlyMap<string, D>;
  private readonly files: KnownFiles;
  /** The configurations that a program or a module of it names. */
  private readonly read = new Map<D, Set<D>>();
  private readonly readers = new Map<D, D[]>();
  /** The modules of a program, and the programs of a module. */
  private readonly importing = new Map<D, D[]>();
  private readonly bySource = new Map<string, Referent<D>[]>();
  /** The symbols of a document by kind and name, and by id. */
  private readonly groups = new Map<D, Map<string, Referent<D>[]>>();
  /** The namesakes by folder, kind and name. */
  private readonly namesakes = new Map<string, Namesakes<D>>();

  constructor(readonly documents: readonly D[]) {
    this.byKey = new Map(documents.map((document) => [document.key, document]));
    this.files = filesOf(documents.map(({ key }) => key));
    for (const document of documents)
      this.read.set(
        document,
        new Set(document.names.files.flatMap((file) => this.documentOf(document, file) ?? [])),
      );
    this.join(documents);
    for (const [document, read] of this.read) for (const each of read) addTo(this.readers, each, document);
    for (const document of documents)
      for (const symbol of document.names.symbols) {
        if (symbol.source !== undefined) addTo(this.bySource, sourceKey(symbol), { document, symbol });
        if (symbol.isSpelling) continue;
        const referent = { document, symbol };
        const { declared, unresolved } = this.namesakesOf(referent) ?? {};
        if (symbol.isDeclared) declared?.push(referent);
        else if (this.isUnresolved(referent)) unresolved?.push(referent);
      }
  }

  /** The configurations that a program and all modules that it imports, directly or indirectly, name together. */
  private join(documents: readonly D[]): void {
    const named = new Map([...this.read].map(([document, read]) => [document, [...read]]));
    for (const program of documents) {
      const all = new Set([program]);
      for (const { modules = [] } of all)
        for (const key of modules) {
          const module = this.byKey.get(key);
          if (module) all.add(module);
        }
      const read = [...all].flatMap((each) => named.get(each)!);
      for (const each of all) {
        for (const configuration of read) this.read.get(each)!.add(configuration);
        if (each === program) continue;
        addTo(this.importing, program, each);
        addTo(this.importing, each, program);
      }
    }
  }

  private readsAny(document: D): boolean {
    return this.read.get(document)!.size > 0;
  }

  /** The file that a string of a document names. */
  documentOf({ key, folder }: D, { path }: NamedFile): D | undefined {
    const found = resolvePath(path, { from: key, folder, ...this.files });
    return found === undefined ? undefined : this.byKey.get(found);
  }

  referentsOf(start: Referent<D>): Referents<D> {
    const all = reached(start, (referent) => [...this.linked(referent), this.byFolder(referent)]);
    const candidates =
      this.isUnresolved(start) && !this.isOne(start) ? this.namesakesOf(start)!.declared : NONE;
    return { all: [...all.values()], candidates };
  }

  /** The ops that may mean this table or a table of another configuration. */
  ambiguous(referent: Referent<D>): readonly Referent<D>[] {
    return referent.symbol.isDeclared && !this.isOne(referent)
      ? (this.namesakesOf(referent)?.unresolved ?? NONE)
      : NONE;
  }

  /** The symbols linked by a path that a program names, or by its imports. */
  private linked({ document, symbol }: Referent<D>): readonly Group<D>[] {
    const same = symbol.source === undefined ? NONE : (this.bySource.get(sourceKey(symbol)) ?? NONE);
    if (symbol.isSpelling) return [same];
    const read = [...this.read.get(document)!];
    const readers = this.readers.get(document) ?? [];
    const importing = this.importing.get(document) ?? [];
    return [
      same,
      ...(symbol.source === undefined && symbol.isDeclared
        ? []
        : [this.groupIn(document, `sourced ${symbolKey(symbol)}`)]),
      ...(symbol.name === undefined
        ? []
        : [...read, ...readers, ...importing].map((other) => this.groupIn(other, symbolKey(symbol)))),
      ...(read.length === 1 && isBareId(symbol) ? [this.groupIn(read[0]!, `id ${symbol.id}`)] : []),
      ...readers
        .filter((reader) => symbol.isDeclared && this.read.get(reader)!.size === 1)
        .map((reader) => this.groupIn(reader, `bare id ${symbol.id}`)),
    ];
  }

  private groupIn(document: D, key: string): Group<D> {
    let groups = this.groups.get(document);
    if (!groups) {
      groups = new Map();
      const { symbols } = document.names;
      const sourced = new Set(symbols.filter(({ source }) => source !== undefined).map(symbolKey));
      for (const symbol of symbols) {
        if (symbol.isSpelling) continue;
        const referent = { document, symbol };
        if (symbol.name !== undefined) addTo(groups, symbolKey(symbol), referent);
        if ((symbol.source !== undefined || !symbol.isDeclared) && sourced.has(symbolKey(symbol)))
          addTo(groups, `sourced ${symbolKey(symbol)}`, referent);
        if (symbol.id !== undefined) addTo(groups, `id ${symbol.id}`, referent);
        if (symbol.id !== undefined && isBareId(symbol)) addTo(groups, `bare id ${symbol.id}`, referent);
      }
      this.groups.set(document, groups);
    }
    return groups.get(key) ?? NONE;
  }

  /** The symbols linked because no other in the folder has the name. */
  private byFolder(referent: Referent<D>): Group<D> {
    const namesakes = this.isOne(referent) ? this.namesakesOf(referent) : undefined;
    if (!namesakes) return NONE;
    if (this.isUnresolved(referent)) return namesakes.declared;
    return referent.symbol.isDeclared ? namesakes.unresolved : NONE;
  }

  /** Whether all symbols of a name in a folder are the same. */
  private isOne(referent: Referent<D>): boolean {
    const namesakes = this.namesakesOf(referent);
    if (!namesakes) return true;
    if (namesakes.isOne === undefined) {
      const [first] = namesakes.declared;
      const same = first && reached(first, (each) => this.linked(each));
      namesakes.isOne = namesakes.declared.every(({ symbol }) => same!.has(symbol));
    }
    return namesakes.isOne;
  }

  /** Whether a program uses a table that neither the program nor a configuration named in it declares. */
  private isUnresolved({ document, symbol }: Referent<D>): boolean {
    return (
      !symbol.isDeclared &&
      !symbol.isSpelling &&
      symbol.name !== undefined &&
      !this.readsAny(document) &&
      // Here the declaration may import the name.
      !this.groupIn(document, `sourced ${symbolKey(symbol)}`).some((own) => own.symbol.isDeclared)
    );
  }

  private namesakesOf({ document: { folder }, symbol }: Referent<D>): Namesakes<D> | undefined {
    if (folder === undefined || symbol.name === undefined) return undefined;
    const key = `${folder}\0${symbolKey(symbol)}`;
    const namesakes = this.namesakes.get(key) ?? { declared: [], unresolved: [], isOne: undefined };
    this.namesakes.set(key, namesakes);
    return namesakes;
  }
}

const symbolKey = ({ kind, name }: NamedSymbol) => `${kind} ${name}`;

const sourceKey = ({ kind, source }: NamedSymbol) => `${kind} ${source}`;

const isBareId = ({ name, isDeclared }: NamedSymbol) => name === undefined && !isDeclared;

const NONE: readonly never[] = [];

/** Everything linked from one, directly or indirectly. */
function reached<D extends NamedDocument>(
  start: Referent<D>,
  next: (referent: Referent<D>) => readonly Group<D>[],
): Map<NamedSymbol, Referent<D>> {
  const all = new Map<NamedSymbol, Referent<D>>([[start.symbol, start]]);
  const seen = new Set<Group<D>>();
  // The loop also visits the added items.
  for (const referent of all.values())
    for (const group of next(referent)) {
      if (seen.has(group)) continue;
      seen.add(group);
      for (const other of group) if (!all.has(other.symbol)) all.set(other.symbol, other);
    }
  return all;
}
