// Generates docs/command-line.md from the tables behind --help.

/** @param {Readonly<Record<string, import('../server/src/cli/help.ts').Commands>>} groups */
export const commandPage = (groups, optionsOf) => `# Command line

The command is \`tpu-embedding\`, or \`node dist/cli.js\` in a checkout after \`npm run build\`. \`tpu-embedding help COMMAND\` shows what
stands here of one command.

| | Command | What it does |
| --- | --- | --- |
${Object.entries(groups)
  .flatMap(([group, commands]) =>
    Object.entries(commands).map(
      ([name, { summary }], i) => `| ${i === 0 ? group : ''} | [${name}](#${name}) | ${escaped(summary)} |`,
    ),
  )
  .join('\n')}

## Places and paths

- A folder is searched for text format, Python and notebooks: [which files](configuration.md#which-files-are-checked). Only regular files
  of up to 400 MiB are read, each once. Links to folders are not followed.
- A place in a notebook is the line within its cell: \`model.ipynb:cell 3:2:5\`. In JSON, \`range\` is within the cell and \`cell\` its
  number among all cells, both from 0. The other formats know only files: they point to the file, and name cell and line in the message.
- Paths in \`sarif\`, \`github\` and \`gitlab\` are relative to the root of the repository, wherever \`check\` runs.
- The release of TensorFlow is read from files in the folder of the program and its parents, up to the root of the repository or,
  outside of one, to the working directory.

${Object.values(groups)
  .flatMap((commands) => Object.entries(commands))
  .map(([name, command]) => section(name, command, optionsOf(command)))
  .join('\n')}`;

function section(name, { usage, summary, details = [], arguments: given, statuses, examples }, options) {
  const paragraphs = [
    `## ${name}`,
    summary,
    ...details.map((text) => (text.includes('\n') ? `\`\`\`\n${text}\n\`\`\`` : escaped(text))),
    `\`\`\`sh\n${examples.map(([line, about]) => `tpu-embedding ${line}  # ${about}`).join('\n')}\n\`\`\``,
    `\`tpu-embedding ${usage}\``,
    ...table('Argument', Object.entries(given), true),
    ...table('Option', options, true),
    ...table('Exit status', Object.entries(statuses), false),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function table(title, rows, isCode) {
  if (rows.length === 0) return [];
  const lines = rows.map(
    ([key, about]) => `| ${isCode ? `\`${cell(key)}\`` : key} | ${cell(escaped(about))} |`,
  );
  return [`| ${title} | Meaning |\n| --- | --- |\n${lines.join('\n')}`];
}

const cell = (text) => text.replaceAll('|', '\\|');

/** Escapes characters that Markdown would read as emphasis or an element. */
const escaped = (text) => text.replaceAll(/[*_<]/g, '\\$&');
