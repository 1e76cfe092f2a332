import { Attached } from '../../basics/attached';
import type { Tree } from '../../python/tree';
import { isTextFormat } from '../../textproto/file-names';

/** A file in text format that a program reads. */
export interface FileText {
  /** The name of the file in diagnostics. */
  readonly file: string;
  readonly text: string;
}

/** The tables of all files in the workspace folder around a program, by name. */
export interface NearbyTables {
  /** Tables of the configurations and programs. */
  readonly declared: ReadonlySet<string>;
  /** Tables that several programs use without declaring them. */
  readonly shared: ReadonlySet<string>;
}

/** The files around a program. */
export interface NearbyFiles {
  /** The program's own path, if it is absolute. */
  readonly path: string | undefined;
  /** The text of the only file that a path in the program can mean; undefined while none is known. */
  read(path: string): FileText | undefined;
  /** Undefined while not all of them are known. */
  tables?(): NearbyTables | undefined;
}

/** The texts that a program reads from files, so that they can be distinguished from its own strings. */
export class ReadFiles {
  private readonly byText = new Map<string, FileText>();

  constructor(private readonly nearby: NearbyFiles) {}

  get path(): string | undefined {
    return this.nearby.path;
  }

  read(path: string): FileText | undefined {
    // The contents of other files would be a guess.
    const found = isTextFormat(path) ? this.nearby.read(path) : undefined;
    // Line ends as Python reads them.
    const read = found && { ...found, text: found.text.replaceAll('\r\n', '\n') };
    if (read) this.byText.set(read.text, read);
    return read;
  }

  tables(): NearbyTables | undefined {
    return this.nearby.tables?.();
  }

  /** The file whose whole text this is. */
  from(text: string): FileText | undefined {
    return this.byText.get(text);
  }
}

const filesByTree = new Attached<Tree, ReadFiles>();

/** Sets the files around a text before its analysis. Other files need another analysis. */
export function readFrom(tree: Tree, files: ReadFiles | undefined): void {
  if (files) filesByTree.set(tree, files);
}

export const filesOf = (tree: Tree): ReadFiles | undefined => filesByTree.get(tree);
