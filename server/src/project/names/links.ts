import { addTo } from '../../basics/groups';
import type { Position } from '../../basics/line-index';
import { filesOf, type KnownFiles, resolvePath } from '../files/paths';
import type { FileNames, NamedFile, NamedThing } from './names';

/** A file and what it names. */
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
export interface Meant<D extends NamedDocument = NamedDocument> {
  readonly document: D;
  readonly thing: NamedThing;
}

/** What a name means in a workspace. */
export interface Meaning<D extends NamedDocument = NamedDocument> {
  /** The same table or feature in all files. */
  readonly all: readonly Meant<D>[];
  /** If it is unknown which of several it is: all candidates. */
  readonly perhaps: readonly Meant<D>[];
}

/** The things linked from one. The same list each time, so that it is iterated once. */
type Group<D extends NamedDocument> = readonly Meant<D>[];

/** What has one name in a folder. */
interface Namesakes<D extends NamedDocument> {
  readonly own: Meant<D>[];
  /** Used by programs that neither have it nor name a configuration. */
  readonly lost: Meant<D>[];
  /** Whether all that have the name are the same, once that is asked. */
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
  private readonly bySource = new Map<string, Meant<D>[]>();
  /** The things of a document by kind and name, and by id. */
  private readonly groups = new Map<D, Map<string, Meant<D>[]>>();
  /** By their folder, kind and name. */
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
      for (const thing of document.names.things) {
        if (thing.source !== undefined) addTo(this.bySource, sourceOf(thing), { document, thing });
        if (thing.isSpelling) continue;
        const { own, lost } = this.namesakesOf({ document, thing }) ?? {};
        if (thing.isOwn) own?.push({ document, thing });
        else if (!this.readsAny(document)) lost?.push({ document, thing });
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

  /** The file that a string of a document names; undefined where none is certain. */
  documentOf({ key, folder }: D, { path }: NamedFile): D | undefined {
    const found = resolvePath(path, { from: key, folder, ...this.files });
    return found === undefined ? undefined : this.byKey.get(found);
  }

  meaningOf(start: Meant<D>): Meaning<D> {
    const all = reached(start, (meant) => [...this.linked(meant), this.byFolder(meant)]);
    const perhaps = this.isLost(start) && !this.isOne(start) ? this.namesakesOf(start)!.own : NONE;
    return { all: [...all.values()], perhaps };
  }

  /** The ops that name a table which several configurations have, this one among them. */
  doubtful(meant: Meant<D>): readonly Meant<D>[] {
    return meant.thing.isOwn && !this.isOne(meant) ? (this.namesakesOf(meant)?.lost ?? NONE) : NONE;
  }

  /** By a path that a program names, or by what it imports. */
  private linked({ document, thing }: Meant<D>): readonly Group<D>[] {
    const same = thing.source === undefined ? NONE : (this.bySource.get(sourceOf(thing)) ?? NONE);
    if (thing.isSpelling) return [same];
    const read = [...this.read.get(document)!];
    const readers = this.readers.get(document) ?? [];
    const importing = this.importing.get(document) ?? [];
    return [
      same,
      ...(thing.source === undefined && thing.isOwn
        ? []
        : [this.groupIn(document, `sourced ${keyOf(thing)}`)]),
      ...(thing.name === undefined
        ? []
        : [...read, ...readers, ...importing].map((other) => this.groupIn(other, keyOf(thing)))),
      ...(read.length === 1 && isBareId(thing) ? [this.groupIn(read[0]!, `id ${thing.id}`)] : []),
      ...readers
        .filter((reader) => thing.isOwn && this.read.get(reader)!.size === 1)
        .map((reader) => this.groupIn(reader, `bare id ${thing.id}`)),
    ];
  }

  private groupIn(document: D, key: string): Group<D> {
    let groups = this.groups.get(document);
    if (!groups) {
      groups = new Map();
      const { things } = document.names;
      const sourced = new Set(things.filter(({ source }) => source !== undefined).map(keyOf));
      for (const thing of things) {
        if (thing.isSpelling) continue;
        const meant = { document, thing };
        if (thing.name !== undefined) addTo(groups, keyOf(thing), meant);
        if ((thing.source !== undefined || !thing.isOwn) && sourced.has(keyOf(thing)))
          addTo(groups, `sourced ${keyOf(thing)}`, meant);
        if (thing.id !== undefined) addTo(groups, `id ${thing.id}`, meant);
        if (thing.id !== undefined && isBareId(thing)) addTo(groups, `bare id ${thing.id}`, meant);
      }
      this.groups.set(document, groups);
    }
    return groups.get(key) ?? NONE;
  }

  /** Linked because no other in the folder has the name. */
  private byFolder(meant: Meant<D>): Group<D> {
    const namesakes = this.isOne(meant) ? this.namesakesOf(meant) : undefined;
    if (!namesakes) return NONE;
    if (this.isLost(meant)) return namesakes.own;
    return meant.thing.isOwn ? namesakes.lost : NONE;
  }

  /** Whether all that have a name in a folder are the same. */
  private isOne(meant: Meant<D>): boolean {
    const namesakes = this.namesakesOf(meant);
    if (!namesakes) return true;
    if (namesakes.isOne === undefined) {
      const [first] = namesakes.own;
      const same = first && reached(first, (each) => this.linked(each));
      namesakes.isOne = namesakes.own.every(({ thing }) => same!.has(thing));
    }
    return namesakes.isOne;
  }

  /** Whether a program uses a table that neither it nor a configuration that it names has. */
  private isLost({ document, thing }: Meant<D>): boolean {
    return !thing.isOwn && !thing.isSpelling && thing.name !== undefined && !this.readsAny(document);
  }

  private namesakesOf({ document: { folder }, thing }: Meant<D>): Namesakes<D> | undefined {
    if (folder === undefined || thing.name === undefined) return undefined;
    const key = `${folder}\0${keyOf(thing)}`;
    const namesakes = this.namesakes.get(key) ?? { own: [], lost: [], isOne: undefined };
    this.namesakes.set(key, namesakes);
    return namesakes;
  }
}

const keyOf = ({ kind, name }: NamedThing) => `${kind} ${name}`;

const sourceOf = ({ kind, source }: NamedThing) => `${kind} ${source}`;

const isBareId = ({ name, isOwn }: NamedThing) => name === undefined && !isOwn;

const NONE: readonly never[] = [];

/** Everything linked from one, directly or indirectly. */
function reached<D extends NamedDocument>(
  start: Meant<D>,
  next: (meant: Meant<D>) => readonly Group<D>[],
): Map<NamedThing, Meant<D>> {
  const all = new Map<NamedThing, Meant<D>>([[start.thing, start]]);
  const seen = new Set<Group<D>>();
  // The loop also visits the added items.
  for (const meant of all.values())
    for (const group of next(meant)) {
      if (seen.has(group)) continue;
      seen.add(group);
      for (const other of group) if (!all.has(other.thing)) all.set(other.thing, other);
    }
  return all;
}
