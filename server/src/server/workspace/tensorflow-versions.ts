import {
  type Connection,
  DidChangeWatchedFilesNotification,
  type FileSystemWatcher,
} from 'vscode-languageserver';
import type { TargetTensorflow } from '../../catalogue/target';
import type { Answer, Question } from '../../project/tensorflow/folder';
import type { Files } from '../files/files';
import { core } from '../load-core';
import type { Log } from '../log';
import type { Session } from '../session';
import { FactsAround, isIn } from './facts-around';

type Found = TargetTensorflow | undefined;

/** Finds the TensorFlow that open Python runs on, from files in the folders around it, up to the workspace folder. */
export class TensorflowVersions extends FactsAround<TargetTensorflow> {
  private watching = false;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    log: Log,
    files: Files,
    patience: number,
    changed: (uri: string) => void,
  ) {
    super(log, files, patience, changed);
  }

  protected outermost(folder: string): string {
    return this.session.client.folders.find((each) => isIn(folder, each)) ?? folder;
  }

  protected isSame(one: Found, other: Found): boolean {
    return JSON.stringify(one) === JSON.stringify(other);
  }

  protected async in(folder: string): Promise<Found> {
    const steps = core().findTensorflow((await this.list(folder)) ?? []);
    let step = steps.next();
    while (!step.done) step = steps.next(await this.answer(folder, step.value));
    return step.value;
  }

  private answer(folder: string, { ask, path }: Question): Promise<Answer> {
    const uri = [folder, ...path.map(encodeURIComponent)].join('/');
    return ask === 'names' ? this.list(uri) : this.read(uri);
  }

  private list(uri: string): Promise<readonly string[] | undefined> {
    return this.files.listFolder(uri).then(
      (entries) => entries.map(({ name }) => name),
      () => undefined,
    );
  }

  private async read(uri: string): Promise<string | undefined> {
    const { MAX_DEPENDENCY_FILE } = core();
    const bytes = await this.files.readFile(uri, MAX_DEPENDENCY_FILE).catch(() => undefined);
    return bytes && new TextDecoder().decode(bytes);
  }

  protected watch(): void {
    const { dynamicRegistration } = this.session.client.capabilities.workspace?.didChangeWatchedFiles ?? {};
    if (this.watching || !dynamicRegistration) return;
    this.watching = true;
    const watchers: FileSystemWatcher[] = core().DEPENDENCY_GLOBS.map((glob) => ({
      globPattern: `**/${glob}`,
    }));
    this.connection.client
      .register(DidChangeWatchedFilesNotification.type, { watchers })
      .catch((error) => this.log.error('Another TensorFlow will go unnoticed', error));
  }
}
