import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorMessage } from '../basics/error-message';
import { excerpt } from '../basics/excerpt';
import { nearest } from '../basics/nearest';
import { isUnreadable, unwritable } from '../basics/regular-file';
import { isUsageError, UsageError } from '../basics/usage-error';
import { type Command, printError } from './command';
import { format } from './commands/format';
import { mcp } from './commands/mcp';
import { type Commands, commandHelp, commandsHelp } from './help';

/** Columns of the help. */
const WIDTH = 100;

const lsp: Command = {
  usage: 'lsp --stdio',
  summary: 'Run the language server, for any editor.',
  arguments: {},
  // Editors add their process id, which the library reads by itself.
  options: {
    stdio: { type: 'boolean', about: 'Use standard input and output, the only supported transport.' },
    clientProcessId: { type: 'string' },
  },
  statuses: { 0: 'The editor stopped the server.', 2: 'Wrong usage.' },
  examples: [['lsp --stdio', 'For editors.']],
  async run({ stdio }) {
    if (!stdio) throw new UsageError('The server uses standard input and output. Add --stdio.', this.usage);
    await import('../server/main');
    return undefined;
  },
};

/** Loaded separately for speed: editors format on each save, and programs start servers. */
const AT_HAND: Commands = { format, lsp, mcp };

/** The commands by what a person wants of them. */
export async function commandGroups(): Promise<Readonly<Record<string, Commands>>> {
  const slow = await import('./slow-commands');
  const { check, convert, describe, derive, plan, diff, simulate, extract, limits, explain, doctor, report } =
    slow;
  return {
    judge: { check, explain, rules: slow.listRules, doctor },
    see: { describe, derive, plan, limits, simulate, extract },
    compare: { diff },
    change: { format, convert },
    serve: { lsp, mcp, report },
  };
}

export const allCommands = async (): Promise<Commands> =>
  Object.assign({}, ...Object.values(await commandGroups()));

async function run(argv: readonly string[]): Promise<number | undefined> {
  const [name = '', ...rest] = argv;
  // `help check` is `check --help`.
  if (name === 'help' && rest[0] !== undefined) return run([rest[0], '--help']);
  if (['', 'help', '--help', '-h'].includes(name)) {
    const [stream, status] = name === '' ? [process.stderr, 2] : [process.stdout, 0];
    stream.write(commandsHelp(await commandGroups()));
    return status;
  }
  if (name === '--version') {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const commands = Object.hasOwn(AT_HAND, name) ? AT_HAND : await allCommands();
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command)
    throw new UsageError(
      `There is no command "${excerpt(name)}". ${didYouMean(name, Object.keys(commands))}Run tpu-embedding --help for the commands.`,
    );
  const options = { ...command.options, help: { type: 'boolean', short: 'h' } as const };
  const { values, positionals } = parse(rest, options, command);
  if (values['help']) {
    process.stdout.write(commandHelp(command, Math.min(process.stdout.columns ?? WIDTH, WIDTH)));
    return 0;
  }
  return command.run(values, positionals);
}

const didYouMean = (name: string, names: string[], prefix = '') => {
  const meant = nearest(name, names);
  return meant === undefined ? '' : `Did you mean ${prefix}${meant}? `;
};

const LONGEST_ERROR = 300;

/** The name of an unknown option. The library's own message adds advice about `--`, which does not help. */
const unknownOption = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
    ? /'(-[^']*)'/.exec((error as Error).message)?.[1]
    : undefined;

/**
 * Joins options with values that the library would not accept: `--seed -1` becomes `--seed=-1`, because a negative number is no
 * option, and `--changed` alone becomes `--changed=`.
 */
function withValues(args: readonly string[], options: Command['options']): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    // No options follow `--`.
    if (arg === '--') return [...joined, ...args.slice(i)];
    const next = args[i + 1];
    const name = arg.slice('--'.length);
    const option = arg.startsWith('--') && Object.hasOwn(options, name) ? options[name]! : undefined;
    const isNumber = next !== undefined && /^-\.?\d/.test(next);
    const isMeant = next !== undefined && !next.startsWith('-') && !existsSync(next);
    const takesNext = option?.type === 'string' && (option.mayStandAlone ? isMeant : isNumber);
    joined.push(takesNext ? `${arg}=${next}` : option?.mayStandAlone ? `${arg}=` : arg);
    if (takesNext) i++;
  }
  return joined;
}

function parse(args: string[], options: Command['options'], { usage }: Command) {
  try {
    return parseArgs({ args: withValues(args, options), options, allowPositionals: true });
  } catch (error) {
    const unknown = unknownOption(error);
    if (unknown !== undefined)
      throw new UsageError(
        `There is no option "${excerpt(unknown)}". ${didYouMean(unknown.replace(/^-+/, ''), Object.keys(options), '--')}`.trim(),
        usage,
      );
    throw new UsageError(excerpt(errorMessage(error), LONGEST_ERROR), usage);
  }
}

/** Paths are relative to it, and it may have been deleted in another terminal. */
function requireWorkingFolder(): void {
  try {
    process.cwd();
  } catch {
    throw new UsageError('The working directory does not exist any more. Change to one that does.');
  }
}

/** Decides for this process what output that cannot be written means. */
export function handleLostOutput(): void {
  // A reader such as `head` may close the pipe early. That is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      printError(unwritable('standard output', error));
      process.exitCode = 2;
    }
    process.exit();
  });
  // Messages that nobody can read must not end the run.
  process.stderr.on('error', () => {});
}

/** Sets the exit status. */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    requireWorkingFolder();
    const status = await run(argv);
    if (status !== undefined) process.exitCode = status;
  } catch (error) {
    printError(error);
    process.exitCode = isUsageError(error) || isUnreadable(error) ? 2 : 3;
  }
}
