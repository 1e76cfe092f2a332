import type { LogOutputChannel } from 'vscode';
import { LanguageClient, type ServerOptions, TransportKind } from 'vscode-languageclient/node';
import { CLIENT_ID, CLIENT_NAME, clientOptions, prepared } from './client-options';

/**
 * Room in MiB for what one analysis of a large file makes, so that the garbage collector need not copy it; and the means to
 * clear that away between the files of a workspace, which would fill all of it.
 */
const EXEC_ARGV = ['--max-semi-space-size=64', '--expose-gc'];

/** A client, not yet started, of the language server in `module`, a process; `onClosed` hears of a server that ended unasked. */
export function createClient(module: string, log: LogOutputChannel, onClosed: () => void): LanguageClient {
  const run = { module, transport: TransportKind.ipc, options: { execArgv: EXEC_ARGV } };
  const debug = { ...run, options: { execArgv: [...EXEC_ARGV, '--inspect=6009'] } };
  const server: ServerOptions = { run, debug };
  return prepared(new LanguageClient(CLIENT_ID, CLIENT_NAME, server, clientOptions(log, onClosed)));
}
