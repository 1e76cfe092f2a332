// The tools for language models as a server of the Model Context Protocol. A bundle of its own.
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  RootsListChangedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import { lines } from '../../basics/terminal';
import type { Host } from '../../reports/assistants';
import { MessageLines } from './message-lines';

/** Loads the code that analyzes texts. `initialize` does not wait for it. */
const loadAnalysis = () => import('../slow-commands');

const INSTRUCTIONS =
  'Tools about TensorFlow TPU embedding: TPUEmbeddingConfiguration in protobuf text format, and Python that uses it. Check what you write with check; look names up with lookup instead of guessing. Give a text itself, or the path of a file (.textproto, .txtpb, .textpb, .pbtxt, .py, .ipynb). Data counts lines, UTF-16 characters and cells from 0; text counts them from 1. The tools only read.';

/** Serves one assistant until it closes standard input. */
export async function serveAssistant(named: readonly string[]): Promise<void> {
  const server = new Server(
    { name: 'tpu-embedding', title: 'TPU Embedding Tools', version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      // Validates answers to requests that this server never sends. The library's default generates code from schemas.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
    },
  );
  const log = (text: string) => void process.stderr.write(lines([`tpu-embedding: ${text}`]));
  server.onerror = ({ message }) => log(`A message was ignored: ${message.replaceAll(/\s+/g, ' ')}`);

  /** Resolves when the last of the waiting calls may begin. Before each, messages are handled: it may be cancelled by then. */
  let begun: Promise<unknown> = Promise.resolve();
  const nextCall = () => {
    begun = begun.then(nextTurn).then(nextTurn);
    return begun;
  };

  /** Requested once, and again after a change. */
  let roots: Promise<readonly string[]> | undefined;
  const foldersOf = async () => {
    if (named.length > 0) return named;
    if (!server.getClientCapabilities()?.roots) return ['.'];
    roots ??= server.listRoots().then(
      ({ roots }) => roots.map(({ uri }) => uri),
      () => [],
    );
    const found = await roots;
    return found.length > 0 ? found : ['.'];
  };
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    roots = undefined;
  });

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { TOOLS } = await loadAnalysis();
    return {
      tools: TOOLS.map(({ name, title, description, takes, answers }) => ({
        name,
        title,
        description,
        inputSchema: takes as never,
        outputSchema: answers as never,
        annotations: { title, ...READS_ONLY },
      })),
    };
  });

  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const { ask, hostOf, TOOLS } = await loadAnalysis();
    const { name } = params;
    const args = params.arguments;
    const host = hostOf(await foldersOf(), turnsOf(extra));
    await nextCall();
    extra.signal.throwIfAborted();
    // The protocol has a separate error for this.
    const isTool = TOOLS.some((tool) => tool.name === name);
    const answer = await ask(name, args, host).catch((error) => {
      if (!extra.signal.aborted)
        log(`The tool ${name} failed: ${error instanceof Error ? error.stack : error}`);
      return {
        problem: 'An internal error occurred. The standard error of the server has the details.',
      };
    });
    if (!('problem' in answer))
      return { content: [{ type: 'text', text: answer.text }], structuredContent: { ...answer.data } };
    if (!isTool) throw new McpError(ErrorCode.InvalidParams, answer.problem);
    return { content: [{ type: 'text', text: answer.problem }], isError: true };
  });

  const input = process.stdin.pipe(new MessageLines(log));
  // `MessageLines` limits the length of messages.
  const limits = { maxBufferSize: Number.POSITIVE_INFINITY };
  await server.connect(new StdioServerTransport(input, process.stdout, limits));
}

const READS_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const nextTurn = () => new Promise(setImmediate);

/** Milliseconds of work after which other messages are handled. */
const TURN_MS = 50;

/** Long work pauses for messages, reports progress if requested, and stops if cancelled. */
function turnsOf({
  signal,
  _meta,
  sendNotification,
}: RequestHandlerExtra<ServerRequest, ServerNotification>): Host['turn'] {
  let last = performance.now();
  const token = _meta?.progressToken;
  return async (done) => {
    if (performance.now() - last < TURN_MS) return;
    if (token !== undefined)
      await sendNotification({
        method: 'notifications/progress',
        params: { progressToken: token, progress: done },
      });
    await nextTurn();
    if (signal.aborted) throw new Error('Cancelled');
    last = performance.now();
  };
}
