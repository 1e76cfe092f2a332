import { type Command, printError } from './command';

export const mcp: Command = {
  usage: 'mcp [FOLDER]…',
  summary: 'Serve tools for language models over the Model Context Protocol.',
  details: [
    'An assistant starts it and speaks with it over standard input and output. Its tools check, look up, describe, derive, convert, compare, extract, plan, simulate and explain; they answer with structured data. They read what they are asked about, write nothing and use no network.',
    'Files are read only below the folders that are named, else below those that the assistant names (its roots), else below the working directory. Relative paths count from there.',
  ],
  arguments: { FOLDER: 'Folders whose files may be read.' },
  options: {},
  statuses: { 0: 'The assistant ended it.', 2: 'Wrong usage.' },
  examples: [
    ['mcp', 'What an assistant starts in a repository.'],
    ['mcp ~/models', 'The same, where the assistant starts it somewhere else.'],
  ],
  async run(_, folders) {
    if (process.stdin.isTTY)
      printError('This waits for an assistant, which starts it and speaks with it. Ctrl+C ends it.');
    // The protocol's library takes long to load, and nothing else needs it.
    const { serveAssistant } = await import('./mcp-server');
    await serveAssistant(folders);
    return undefined;
  },
};
