import type { Connection } from 'vscode-languageserver';

/** The log of the server, which the client shows on request. */
export class Log {
  constructor(private readonly connection: Pick<Connection, 'console'>) {}

  error(what: string, error: unknown): void {
    this.connection.console.error(`${what}: ${error instanceof Error ? withStack(error) : error}`);
  }

  warn(message: string): void {
    this.connection.console.warn(message);
  }

  /** The result of a step, or `empty` if it fails. The log has the reason. */
  attempt<T>(what: string, step: () => T, empty: T): T {
    try {
      return step();
    } catch (error) {
      this.error(`${what} failed`, error);
      return empty;
    }
  }

  /** The same for an asynchronous step. */
  async attemptLater<T>(what: string, step: Promise<T>, empty: T): Promise<T> {
    try {
      return await step;
    } catch (error) {
      this.error(`${what} failed`, error);
      return empty;
    }
  }
}

/** Firefox and Safari leave the message out of the stack. */
const withStack = ({ message, stack = '' }: Error): string =>
  stack.includes(message) ? stack : `${message}\n${stack}`;
