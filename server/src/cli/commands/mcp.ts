import { type Command, printError } from '../command';

export const mcp: Command = {
  usage: 'mcp [FOLDER]…',
  summary: 'Serve tools for language models over the Model Context Protocol.',
  details: [
    'An assistant starts the server and uses it over standard input and output. Its tools check, look up, show, compare and simulate, and answer with structured data. They only read the files they are asked about, write nothing and use no network.',
    'Files are read only below the named folders. Without any, below those that the assistant names (its roots), else below the working directory. Relative paths start there.',
  ],
  arguments: { FOLDER: 'Folders whose files may be read.' },
  options: {},
  statuses: { 0: 'The assistant stopped the server.', 2: 'Wrong usage.' },
  examples: [
    ['mcp', 'For an assistant that starts it in a repository.'],
    ['mcp ~/models', 'For an assistant that starts it somewhere else.'],
  ],
  async run(_, folders) {
    if (process.stdin.isTTY)
      printError(
        'Waiting for an assistant on standard input. An assistant normally starts this command itself. Press Ctrl+C to stop.',
      );
    // The protocol's library takes long to load, and nothing else needs it.
    const { serveAssistant } = await import('../mcp/server');
    await serveAssistant(folders);
    return undefined;
  },
};
