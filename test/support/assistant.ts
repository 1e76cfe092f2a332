// An assistant: the official client of the Model Context Protocol, connected to `tpu-embedding mcp`.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  type CallToolResult,
  CallToolResultSchema,
  ListRootsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { CLI } from './cli';

export interface Assistant {
  readonly client: Client;
  readonly tools: readonly Tool[];
  /** A tool's answer; the client validates data against the declared schema. */
  readonly call: (name: string, given?: Record<string, unknown>) => Promise<CallToolResult>;
  readonly close: () => Promise<void>;
}

interface AssistantOptions {
  readonly cwd: string;
  readonly command?: readonly [string, ...string[]];
  /** URIs of folders, for an assistant with roots. */
  readonly roots?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function startAssistant({
  cwd,
  roots,
  env = {},
  command = [process.execPath, CLI, 'mcp'],
}: AssistantOptions): Promise<Assistant> {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: roots ? { roots: { listChanged: true } } : {} },
  );
  if (roots)
    client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: roots.map((uri) => ({ uri })) }));
  const [program, ...args] = command;
  await client.connect(
    new StdioClientTransport({
      command: program,
      args,
      cwd,
      stderr: 'ignore',
      env: { ...getDefaultEnvironment(), ...env },
    }),
  );
  const { tools } = await client.listTools();
  return {
    client,
    tools,
    call: async (name, given) =>
      (await client.callTool(
        { name, ...(given && { arguments: given }) },
        CallToolResultSchema,
      )) as CallToolResult,
    close: () => client.close(),
  };
}

export const textOf = ({ content: [first] }: CallToolResult): string =>
  first?.type === 'text' ? first.text : '';
