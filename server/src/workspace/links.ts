import type { Position } from '../text/line-index';
import type { FileNames, NamedFile, NamedThing } from './names';
import { baseName, resolvePath } from './paths';

/** A file and what it names. */
export interface NamedDocument {
  /** Its decoded URI. */
  readonly key: string;
  /** The decoded URI of the workspace folder around it. */
  readonly folder: string | undefined;
  readonly names: FileNames;
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
  /** Where nothing says which of several it is: each that it may be. */
  readonly perhaps: readonly Meant<D>[];
}

/** Things that one leads to; the same list each time, as it is gone through once. */
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
 * Which names are the same in several files: those of a program and of each configuration that it names by its path, and a
 * table that an op names where the program neither has it nor names a configuration, if only one in the folder has it.
 */
export class Links<D extends NamedDocument> {
  private readonly byKey: ReadonlyMap<string, D>;
  /** The keys of files by the last part of their paths. */
  private readonly byName = new Map<string, string[]>();
  private readonly read = new Map<D, readonly D[]>();
  private readonly readers = new Map<D, D[]>();
  /** The things of a document by kind and name, and by id. */
  private readonly groups = new Map<D, Map<string, Meant<D>[]>>();
  /** By their folder, kind and name. */
  private readonly namesakes = new Map<string, Namesakes<D>>();

  constructor(readonly documents: readonly D[]) {
    this.byKey = new Map(documents.map((document) => [document.key, document]));
    for (const { key } of documents) push(this.byName, baseName(key), key);
    for (const document of documents) {
      const read = document.names.files.flatMap((file) => this.documentOf(document, file) ?? []);
      this.read.set(document, [...new Set(read)]);
      for (const each of new Set(read)) push(this.readers, each, document);
    }
    for (const document of documents)
      for (const thing of document.names.things) {
        const { own, lost } = this.namesakesOf({ document, thing }) ?? {};
        if (thing.isOwn) own?.push({ document, thing });
        else if (this.read.get(document)!.length === 0) lost?.push({ document, thing });
      }
  }

  /** The file that a string of a document names; undefined where none is certain. */
  documentOf({ key, folder }: D, { path }: NamedFile): D | undefined {
    const found = resolvePath(path, {
      from: key,
      folder,
      has: (candidate) => this.byKey.has(candidate),
      called: (name) => this.byName.get(name) ?? [],
    });
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

  /** By a path that a program names. */
  private linked({ document, thing }: Meant<D>): readonly Group<D>[] {
    const read = this.read.get(document) ?? [];
    const readers = this.readers.get(document) ?? [];
    return [
      ...(thing.name === undefined
        ? []
        : [...read, ...readers].map((other) => this.groupIn(other, keyOf(thing)))),
      ...(read.length === 1 && isBareId(thing) ? [this.groupIn(read[0]!, `id ${thing.id}`)] : []),
      ...readers
        .filter((reader) => thing.isOwn && this.read.get(reader)!.length === 1)
        .map((reader) => this.groupIn(reader, `bare id ${thing.id}`)),
    ];
  }

  private groupIn(document: D, key: string): Group<D> {
    let groups = this.groups.get(document);
    if (!groups) {
      groups = new Map();
      for (const thing of document.names.things) {
        const meant = { document, thing };
        if (thing.name !== undefined) push(groups, keyOf(thing), meant);
        if (thing.id !== undefined) push(groups, `id ${thing.id}`, meant);
        if (thing.id !== undefined && isBareId(thing)) push(groups, `bare id ${thing.id}`, meant);
      }
      this.groups.set(document, groups);
    }
    return groups.get(key) ?? NONE;
  }

  /** As there is no other of the name in the folder. */
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
    return !thing.isOwn && thing.name !== undefined && this.read.get(document)!.length === 0;
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

const isBareId = ({ name, isOwn }: NamedThing) => name === undefined && !isOwn;

const NONE: readonly never[] = [];

/** All that one leads to, by way of others as well. */
function reached<D extends NamedDocument>(
  start: Meant<D>,
  next: (meant: Meant<D>) => readonly Group<D>[],
): Map<NamedThing, Meant<D>> {
  const all = new Map<NamedThing, Meant<D>>([[start.thing, start]]);
  const seen = new Set<Group<D>>();
  // What is added is gone through, too.
  for (const meant of all.values())
    for (const group of next(meant)) {
      if (seen.has(group)) continue;
      seen.add(group);
      for (const other of group) if (!all.has(other.thing)) all.set(other.thing, other);
    }
  return all;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
