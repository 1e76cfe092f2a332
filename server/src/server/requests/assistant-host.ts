// What tools for language models may read of the workspace.

import type { CancellationToken } from 'vscode-languageserver';
import { errorMessage } from '../../basics/error-message';
import { UsageError } from '../../basics/usage-error';
import type { Environment } from '../../catalogue/environment';
import type { Host } from '../../reports/assistants';
import type { OpenFile } from '../../reports/extraction/search';
import type { Documents } from '../documents/documents';
import type { ReadableWorkspace } from '../documents/program-inputs';
import { type FileSystem, isInside } from '../files/file-system';
import { uriKey, uriPath } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { Session } from '../session';
import { nextTurn } from '../turns';
import type { NearbyFacts } from '../workspace/nearby-facts';

/** Milliseconds of work after which other requests are handled. */
const TURN_MS = 50;

/** Open documents are used as the editor has them. Other files are only read in the workspace's folders. */
export class AssistantHost {
  constructor(
    private readonly session: Session,
    private readonly documents: Documents,
    private readonly versions: Pick<NearbyFacts<Environment>, 'around'>,
    private readonly files: FileSystem,
    private readonly readable: ReadableWorkspace,
  ) {}

  /** The host for one request. */
  answering(token: CancellationToken): Host {
    let last = performance.now();
    return {
      ...bundle().readingOf({
        placesOf: (path) => this.placesOf(path),
        bytes: (uri) => this.bytes(uri),
        open: (uri) => this.open(uri),
        list: (uri) => this.files.listFolder(uri),
        join: uriBelow,
        shown: uriKey,
        // The reason why a file cannot be read is already a sentence for people.
        refusal: (error) => new UsageError(errorMessage(error)),
      }),
      surroundings: (path) => this.around(path),
      async turn() {
        if (performance.now() - last < TURN_MS) return;
        await nextTurn();
        if (token.isCancellationRequested) throw new Error('Cancelled');
        last = performance.now();
      },
    };
  }

  private async bytes(uri: string): Promise<Uint8Array> {
    const open = this.openAt(uri);
    if (open) return new TextEncoder().encode(open.text);
    const { maxFileBytes } = await this.documents.analyzerAround(uri);
    return this.files.readFile(uri, maxFileBytes);
  }

  private async open(uri: string): Promise<OpenFile | undefined> {
    if (!(await isInside(uri, this.session.client.folders, this.files))) throw outside(uri);
    return this.files.openFile(uri);
  }

  private async around(path: string | undefined) {
    const [folder] = this.session.client.folders;
    const [uri = folder && `${folder}/text`] = path === undefined ? [] : await this.placesOf(path);
    if (uri === undefined) return { analyzer: this.documents.analyzer, path: 'text' };
    const environment = (await this.versions.around(uri)) ?? {};
    const files = new (bundle().ProgramInputs)(uri);
    return {
      analyzer: await this.documents.analyzerAround(uri),
      path: uriPath(uri),
      environment: () => environment,
      files,
      settle: () => files.settle(this.readable),
    };
  }

  /** The URIs that a path may mean, at least one. */
  private async placesOf(path: string): Promise<readonly string[]> {
    const { folders } = this.session.client;
    const candidates =
      folders.length === 0 ? [uriOf(path, 'file:///')] : folders.map((folder) => uriOf(path, folder));
    const allowed: string[] = [];
    for (const uri of candidates)
      if (this.openAt(uri) || (await isInside(uri, folders, this.files))) allowed.push(uri);
    if (allowed.length > 0) return allowed;
    throw folders.length === 0
      ? new UsageError(`No folder is open that ${path} could be in. Give its text instead.`)
      : outside(path);
  }

  /** The open document of a file, however its URI is spelled. */
  private openAt(uri: string): { readonly text: string } | undefined {
    return this.documents.all().find((document) => uriKey(document.uri) === uriKey(uri));
  }
}

const outside = (path: string) =>
  new UsageError(
    `${path} is outside of the folders that are open, and only these may be read. Give its text instead.`,
  );

const URI = /^[a-z][a-z0-9+.-]+:/i;
const DRIVE = /^[a-z]:[\\/]/i;

/** A path is relative to a folder. An absolute one starts at the root of the folder's host. */
function uriOf(path: string, folder: string): string {
  // Clients write the letter of a drive in lower case.
  if (DRIVE.test(path))
    return uriBelow('file://', path[0]!.toLowerCase() + path.slice(1).replaceAll('\\', '/'));
  return URI.test(path) ? path : uriBelow(folder, path);
}

/** Resolves `..`, so that a path cannot leave a folder unnoticed. */
function uriBelow(folder: string, path: string): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  try {
    return new URL(encoded, `${folder}/`).href;
  } catch {
    throw new UsageError(`${path} is no path of a file.`);
  }
}
