import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type Disposable,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver';
import { printable } from '../../basics/terminal';
import type { Settings } from '../../project/settings';
import type { Schema } from '../../schema/types';
import type { SetFile } from '../files/descriptor-sets';
import type { FileSystem } from '../files/file-system';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import { isRecord, SECTION, type Session } from '../session';
import { settledWithin } from '../timeout';

/** The largest number of new problems with the settings that are shown at once. The log has all. */
const MAX_WARNINGS = 5;

/** Keeps the settings and the descriptor sets that they name in sync with the client. */
export class SettingsSync {
  /** The settings that the client sent without a request. */
  private sent: { readonly settings: unknown } | undefined;
  /** Problems that were shown to the user. */
  private problems: ReadonlySet<string> = new Set();
  /** The descriptor sets that the client watches. */
  private watched = '[]';
  private watching: Promise<Disposable | undefined> = Promise.resolve(undefined);
  /** Counts how often settings were asked for. */
  private attempts = 0;
  private applied: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly log: Log,
    private readonly files: FileSystem,
    /** How long requests wait, in milliseconds, for the settings of a client that may never answer. */
    private readonly timeout: number,
    private readonly apply: (schema: Schema, settings: Settings) => void,
  ) {}

  /** Resolves when pending settings apply, or have timed out. */
  get settled(): Promise<unknown> {
    return this.applied;
  }

  listen(): void {
    this.connection.onDidChangeConfiguration(({ settings }) => {
      // Without our section, nothing is set any more. A client that expects the server to ask may send nothing at all.
      if (isRecord(settings))
        this.sent = { settings: SECTION in settings ? settings[SECTION] : this.session.client.settings };
      this.update();
    });
  }

  /** The client has started. */
  start(): void {
    this.update();
    if (!this.session.client.capabilities.workspace?.didChangeConfiguration?.dynamicRegistration) return;
    this.connection.client
      .register(DidChangeConfigurationNotification.type, { section: SECTION })
      .catch((error) => this.log.error('Changes of the settings will go unnoticed', error));
  }

  /** Asks for the settings again, and reads again what they name. */
  update(): void {
    const configured = this.configure().catch((error) => this.log.error('The settings failed', error));
    // Counts from here, as the first call of `configure` loads the bundle.
    this.applied = settledWithin(configured, this.timeout);
  }

  private async configure(): Promise<void> {
    const { loadSchema, locateSets, readSettings } = bundle();
    const attempt = ++this.attempts;
    const problems = new Set<string>();
    const report = (problem: string) => problems.add(printable(problem));
    const settings = readSettings(await this.ask(), report);
    const sets = locateSets(settings.descriptorSets, this.session.client.folders[0], report);
    if (attempt === this.attempts) this.watch(sets);
    const schema = await loadSchema(sets, this.files, report);
    // A later request is pending, and an older answer must not overwrite it.
    if (attempt !== this.attempts) return;
    this.show(problems);
    this.apply(schema, settings);
  }

  private async ask(): Promise<unknown> {
    const { capabilities, settings } = this.session.client;
    const fallback = this.sent ? this.sent.settings : settings;
    if (!capabilities.workspace?.configuration) return fallback;
    try {
      return (await this.connection.workspace.getConfiguration(SECTION)) ?? fallback;
    } catch (error) {
      this.log.error('The settings could not be read', error);
      return fallback;
    }
  }

  /** Shows each problem with the settings once, until it is solved. */
  private show(problems: ReadonlySet<string>): void {
    const fresh = [...problems].filter((problem) => !this.problems.has(problem));
    this.problems = problems;
    for (const problem of fresh) this.log.warn(problem);
    for (const message of fresh.slice(0, MAX_WARNINGS)) {
      void this.connection.sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message,
      });
    }
  }

  /** Has the client report changes of descriptor sets. */
  private watch(sets: readonly SetFile[]): void {
    const { capabilities, folders } = this.session.client;
    const { dynamicRegistration, relativePatternSupport } =
      capabilities.workspace?.didChangeWatchedFiles ?? {};
    const watchers = bundle().watchersOf(sets, folders[0], relativePatternSupport === true);
    const watched = JSON.stringify(watchers);
    if (!dynamicRegistration || watched === this.watched) return;
    this.watched = watched;
    const { client } = this.connection;
    this.watching = this.watching
      .then(async (before) => {
        before?.dispose();
        if (watchers.length === 0) return undefined;
        return client.register(DidChangeWatchedFilesNotification.type, { watchers });
      })
      .catch((error) => {
        this.log.error('Changes of descriptor sets will go unnoticed', error);
        return undefined;
      });
  }
}
