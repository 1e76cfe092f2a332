// The text of `--help`, built from the tables of commands and their options.
import type { Command } from './command';

export type Commands = Readonly<Record<string, Command>>;

/** One line a command; the first of a group names it. */
export const commandsHelp = (
  groups: Readonly<Record<string, Commands>>,
): string => `Usage: tpu-embedding COMMAND …

${Object.entries(groups)
  .flatMap(([group, commands]) =>
    Object.entries(commands).map(
      ([name, { summary }], i) => `  ${name.padEnd(10)}${(i === 0 ? group : '').padEnd(9)}${summary}`,
    ),
  )
  .join('\n')}

tpu-embedding COMMAND --help shows its options, exit statuses and examples; tpu-embedding --version the version.
`;

/** The help of one command, wrapped to a width. */
export function commandHelp(command: Command, width: number): string {
  const { usage, summary, details = [], statuses, examples } = command;
  const options = optionsOf(command);
  const sections: readonly (readonly [title: string, rows: readonly Row[]])[] = [
    ['Arguments', Object.entries(command.arguments)],
    ['Options', [...options, ['-h, --help', 'Show this.']]],
    ['Exit status', Object.entries(statuses)],
  ];
  const paragraphs = [summary, ...details].map((text) =>
    // Text that is laid out already is not wrapped.
    text.includes('\n') ? text : wrapped(text, width).join('\n'),
  );
  return [
    `Usage: tpu-embedding ${usage}`,
    ...paragraphs,
    ...sections
      .filter(([, rows]) => rows.length > 0)
      .map(([title, rows]) => `${title}:\n${table(rows, width).join('\n')}`),
    `Examples:\n${examples.map(([line, about]) => `  tpu-embedding ${line}\n      ${about}`).join('\n')}`,
  ]
    .map((section) => `${section}\n`)
    .join('\n');
}

type Row = readonly [name: string, about: string];

/** The documented options, each with its value. */
export const optionsOf = ({ options }: Command): readonly Row[] =>
  Object.entries(options).flatMap(([name, { value, about }]) =>
    about === undefined ? [] : [[`--${name}${value ? ` ${value}` : ''}`, about] as const],
  );

function table(rows: readonly Row[], width: number): string[] {
  const first = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows.flatMap(([name, about]) =>
    wrapped(about, width - first).map((line, i) => (i === 0 ? `  ${name}` : '').padEnd(first) + line),
  );
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}
