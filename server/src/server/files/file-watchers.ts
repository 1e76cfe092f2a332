import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
} from 'vscode-languageserver';
import type { Log } from '../log';
import type { Session } from '../session';

/** Has the client report when files change, appear or are deleted. */
export class FileWatchers {
  private readonly registered = new Map<string, Promise<boolean>>();

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly log: Log,
  ) {}

  /** Whether the client can watch files. */
  get isSupported(): boolean {
    return this.session.client.capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  /** Registers watchers, once. Resolves to whether the client accepts them; if not, the log names the consequence. */
  async watch(watchers: readonly FileSystemWatcher[], consequence: string): Promise<boolean> {
    if (!this.isSupported) return false;
    const key = JSON.stringify(watchers);
    const accepted = this.registered.get(key) ?? this.register({ watchers: [...watchers] }, consequence);
    this.registered.set(key, accepted);
    return accepted;
  }

  private register(
    options: { readonly watchers: FileSystemWatcher[] },
    consequence: string,
  ): Promise<boolean> {
    return this.connection.client.register(DidChangeWatchedFilesNotification.type, options).then(
      () => true,
      (error) => {
        this.log.error(consequence, error);
        return false;
      },
    );
  }
}
