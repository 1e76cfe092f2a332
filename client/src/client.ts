import type { LogOutputChannel } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { CLIENT_ID, CLIENT_NAME, clientOptions, prepared } from './client-options';

/**
 * The young generation has 64 MiB, enough for one analysis of a large file, so the garbage collector need not copy its
 * objects. A workspace check would fill all of that, so the server calls `gc` between files.
 */
const EXEC_ARGV = ['--max-semi-space-size=64', '--expose-gc'];

/**
 * Creates a client, not started yet, for the language server in `module`, which runs as a process. `onClosed` is called
 * when the server ends unexpectedly.
 */
export function createClient(module: string, log: LogOutputChannel, onClosed: () => void): LanguageClient {
  const run = { module, transport: TransportKind.ipc, options: { execArgv: EXEC_ARGV } };
  const debug = { ...run, options: { execArgv: [...EXEC_ARGV, '--inspect=6009'] } };
  const server: ServerOptions = { run, debug };
  return prepared(new LanguageClient(CLIENT_ID, CLIENT_NAME, server, clientOptions(log, onClosed)));
}
