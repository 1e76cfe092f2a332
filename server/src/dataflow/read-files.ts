import type { Tree } from '../python/tree';
import { isTextFormat } from '../textproto/file-names';

/** A file in text format that a program reads. */
export interface FileText {
  /** By the name that a diagnostic about it has. */
  readonly file: string;
  readonly text: string;
}

/** The tables of all files in the workspace folder around a program, by their names. */
export interface TablesAround {
  /** Those of the configurations and programs. */
  readonly declared: ReadonlySet<string>;
  /** Those that several programs use without having them. */
  readonly shared: ReadonlySet<string>;
}

/** The files around a program. */
export interface FilesAround {
  /** The program's own path, if it is absolute. */
  readonly path: string | undefined;
  /** The text of the only file that a path in the program can mean; undefined where none is known by now. */
  read(path: string): FileText | undefined;
  /** Undefined where they are not all known by now. */
  tables?(): TablesAround | undefined;
}

/** What a program reads, told apart from what it says itself by the texts. */
export class ReadFiles {
  private readonly byText = new Map<string, FileText>();

  constructor(private readonly around: FilesAround) {}

  get path(): string | undefined {
    return this.around.path;
  }

  read(path: string): FileText | undefined {
    // Of other files it would be a guess what they hold.
    const found = isTextFormat(path) ? this.around.read(path) : undefined;
    // As Python reads it.
    const read = found && { ...found, text: found.text.replaceAll('\r\n', '\n') };
    if (read) this.byText.set(read.text, read);
    return read;
  }

  tables(): TablesAround | undefined {
    return this.around.tables?.();
  }

  /** The file whose whole text this is. */
  from(text: string): FileText | undefined {
    return this.byText.get(text);
  }
}

const filesByTree = new WeakMap<Tree, ReadFiles>();

/** Says which files are around a text, before anything else is asked about it; others mean another analysis. */
export function readFrom(tree: Tree, files: ReadFiles | undefined): void {
  if (files) filesByTree.set(tree, files);
}

export const filesOf = (tree: Tree): ReadFiles | undefined => filesByTree.get(tree);
