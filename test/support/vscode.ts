// The part of VS Code's API that unit tests of the extension use, in place of the module `vscode`.

export class EventEmitter<T> {
  private readonly listeners = new Set<(event: T) => void>();

  readonly event = (listener: (event: T) => void) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };

  fire(event: T): void {
    for (const listener of this.listeners) listener(event);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export const workspace = { onDidGrantWorkspaceTrust: new EventEmitter<void>().event };

/** Error messages that were shown. Nobody chooses one of their buttons. */
export const errorsShown: string[] = [];

export const window = {
  async showErrorMessage(message: string): Promise<string | undefined> {
    errorsShown.push(message);
    return undefined;
  },
};

export const l10n = {
  t: (message: string, ...values: readonly unknown[]) =>
    message.replace(/\{(\d+)\}/g, (_, index) => String(values[index])),
};

/** Commands that were executed. */
export const executed: string[] = [];

export const commands = {
  async executeCommand(command: string): Promise<void> {
    executed.push(command);
  },
};
