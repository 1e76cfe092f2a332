// Generates docs/command-line.md from the tables behind --help.

/** @param {import('../server/src/cli/help.ts').Commands} commands */
export const commandPage = (commands, optionsOf) => `# On the command line

The command is \`tpu-embedding\`, or \`node dist/cli.js\` in a checkout after \`npm run build\`. \`tpu-embedding help COMMAND\` shows what
stands here of one command.

${Object.entries(commands)
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
