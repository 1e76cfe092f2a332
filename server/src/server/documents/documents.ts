import {
  type Connection,
  type NotebookDocument,
  NotebookDocuments,
  PositionEncodingKind,
  type ServerCapabilities,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver';
import type { Environment } from '../../catalogue/environment';
import type { Analyzer } from '../../languages/snapshot';
import type { AcceptedInFile } from '../../project/configuration-file/baseline';
import type { ProjectConfiguration } from '../../project/configuration-file/project-configuration';
import type { Settings } from '../../project/settings';
import { failureTitle } from '../../rules/guard';
import type { Schema } from '../../schema/types';
import { uriPath } from '../files/uri-keys';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import type { NearbyFacts } from '../workspace/nearby-facts';
import type { OpenDocument, Surroundings } from './open-document';
import type { OpenNotebook } from './open-notebook';
import type { ReadableWorkspace } from './program-inputs';

export type Notebook = OpenNotebook<OpenDocument>;

/** Receives notifications about changes of documents. */
interface DocumentListener {
  /** A message about a document has arrived. */
  messageArrived(): void;
  /** The text of a document, or something that its diagnostics depend on, has changed. */
  documentChanged(document: OpenDocument): void;
  documentClosed(uri: string): void;
  documentSaved(): void;
  notebookOpened(notebook: Notebook): void;
  /** A change in one cell affects all other cells. */
  notebookChanged(notebook: Notebook): void;
}

/** A limit for following files that name further files. */
const MAX_ROUNDS = 3;

export const SYNC: ServerCapabilities = {
  // The protocol's default, stated explicitly because lsp-mode otherwise counts whole characters.
  positionEncoding: PositionEncodingKind.UTF16,
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  notebookDocumentSync: { notebookSelector: [{ notebook: '*', cells: [{ language: 'python' }] }] },
};

/** The documents and notebooks in the client's editors, and the analyzer for all of them. */
export class Documents {
  private configured: Analyzer | undefined;
  private byConfiguration = new WeakMap<ProjectConfiguration, Analyzer>();
  private readonly documents = new TextDocuments<OpenDocument>({
    create: (uri, languageId, version, text) => {
      // A document without a URI would break every later iteration over the documents.
      if (typeof uri !== 'string') throw new TypeError('A document was opened without an address.');
      if (languageId === 'python') this.versions.lookUp(uri);
      this.configurations.lookUp(uri);
      return new (bundle().OpenDocument)(
        uri,
        languageId,
        version,
        text,
        this.surroundings,
        new (bundle().ProgramInputs)(uri),
      );
    },
    update: (document, changes, version) => document.update(changes, version),
  });
  private readonly surroundings: Surroundings = {
    analyzer: (uri) => this.analyzerOf(uri),
    environment: (uri) => this.versions.of(uri) ?? {},
    isExcluded: (uri) => this.isExcluded(uri),
    accepted: (uri) => bundle().acceptedIn(this.configurations.of(uri), uriPath(uri)),
  };
  private readonly notebooks = new NotebookDocuments(this.documents);
  private readonly openNotebooks = new WeakMap<NotebookDocument, Notebook>();

  constructor(
    private readonly log: Log,
    private readonly versions: Pick<NearbyFacts<Environment>, 'of' | 'lookUp' | 'forget'>,
    private readonly configurations: Pick<
      NearbyFacts<ProjectConfiguration>,
      'of' | 'around' | 'lookUp' | 'forget'
    >,
    private readonly isExcluded: (uri: string) => boolean,
    private readonly listener: DocumentListener,
  ) {}

  get(uri: string): OpenDocument | undefined {
    return this.documents.get(uri);
  }

  /** The open documents, without those that show configurations made by programs. */
  all(): readonly OpenDocument[] {
    return this.documents.all().filter(({ isDerived }) => !isDerived);
  }

  /** The open documents by the URI of the file. A notebook is represented by one of its cells. */
  byFile(): ReadonlyMap<string, OpenDocument> {
    return new Map(this.all().map((document) => [document.fileUri, document]));
  }

  /** The analyzer with the editor's settings. Replaced whenever something that applies to all files changes. */
  get analyzer(): Analyzer {
    this.configured ??= this.analyzerFor(bundle().builtin, bundle().DEFAULT_SETTINGS);
    return this.configured;
  }

  /** The analyzer for a file, with the facts known so far. */
  analyzerOf(uri: string): Analyzer {
    return this.analyzerUnder(this.configurations.of(uri));
  }

  /** The analyzer for a file that is not open. */
  async analyzerAround(uri: string): Promise<Analyzer> {
    return this.analyzerUnder(await this.configurations.around(uri));
  }

  /** The accepted problems of a file that is not open. */
  async acceptedAround(uri: string): Promise<AcceptedInFile | undefined> {
    return bundle().acceptedIn(await this.configurations.around(uri), uriPath(uri));
  }

  private analyzerUnder(found: ProjectConfiguration | undefined): Analyzer {
    if (!found) return this.analyzer;
    const { settings } = this.analyzer;
    const analyzer =
      this.byConfiguration.get(found) ?? this.analyzerFor(found.schema, { ...settings, ...found.settings });
    this.byConfiguration.set(found, analyzer);
    return analyzer;
  }

  /** Analyzes all documents again, under other settings or another schema. */
  configure(schema: Schema, settings: Settings): void {
    this.configured = this.analyzerFor(schema, settings);
    this.byConfiguration = new WeakMap();
    for (const document of this.documents.all()) {
      document.refresh();
      this.listener.documentChanged(document);
    }
  }

  /** Analyzes a document again after a change of the facts around it. */
  refresh(uri: string): void {
    const document = this.documents.get(uri);
    if (!document) return;
    document.notebook?.refresh();
    document.refresh();
    this.listener.documentChanged(document);
  }

  /** Analyzes a program again until it has all files that it reads. Returns whether their content has changed. */
  async settle(document: OpenDocument, readable: ReadableWorkspace): Promise<boolean> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      document.diagnose();
      if (!(await document.files.settle(readable))) return round > 0;
      this.refresh(document.uri);
    }
    return true;
  }

  listen(connection: Connection): void {
    const { documents, notebooks, listener } = this;
    documents.onDidChangeContent(({ document }) => {
      listener.messageArrived();
      listener.documentChanged(document);
    });
    documents.onDidClose(({ document }) => {
      listener.messageArrived();
      this.versions.forget(document.uri);
      this.configurations.forget(document.uri);
      listener.documentClosed(document.uri);
    });
    documents.onDidSave(() => listener.documentSaved());
    documents.listen(connection);
    notebooks.onDidOpen((notebook) => {
      const { uri } = notebook;
      this.versions.lookUp(uri);
      this.configurations.lookUp(uri);
      const open = new (bundle().OpenNotebook)<OpenDocument>(
        uri,
        () => this.cellsOf(notebook),
        () => this.versions.of(uri) ?? {},
        new (bundle().ProgramInputs)(uri),
      );
      this.openNotebooks.set(notebook, open);
      this.link(open);
      listener.notebookOpened(open);
    });
    notebooks.onDidChange(({ notebookDocument }) => {
      const open = this.openNotebooks.get(notebookDocument);
      if (!open) return;
      open.changed();
      this.link(open);
      listener.notebookChanged(open);
    });
    notebooks.onDidClose(({ uri }) => {
      this.versions.forget(uri);
      this.configurations.forget(uri);
    });
    notebooks.listen(connection);
  }

  private link(notebook: Notebook): void {
    for (const cell of notebook.documents()) cell.notebook = notebook;
  }

  private cellsOf({ cells }: NotebookDocument): readonly OpenDocument[] {
    return cells.flatMap((cell) => this.notebooks.getCellTextDocument(cell) ?? []);
  }

  private analyzerFor(schema: Schema, settings: Settings): Analyzer {
    return new (bundle().Analyzer)(schema, settings, (failure) =>
      this.log.error(failureTitle(failure), failure.error),
    );
  }
}
