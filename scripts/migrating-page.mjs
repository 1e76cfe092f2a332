// Generates docs/migrating.md from the tables behind the migrations.

const HEAD = `# From one library to another

\`tpu-embedding convert --to keras-rs FILE.py\` writes a program with \`tf.tpu.experimental.embedding\` or TensorFlow Recommenders for
keras-rs, and \`--to jax\` a program with keras-rs for the specifications of jax-tpu-embedding. In VS Code the refactorings
**Migrate to keras-rs** and **Migrate to jax-tpu-embedding** on the call of an embedding object do the same. The tables, features and
optimizers are rewritten where they stand, so loops, helper functions and names of your own stay.

What does not carry over is listed before the edit, in the refactoring's title or on standard error, and in the new program
in comments that begin with \`# Migration:\`. Calls of the embedding object itself stay as they are: read the comments above them.
`;

/** @param {readonly import('../server/src/languages/python/migration/migrations.ts').Way[]} ways */
export const migratingPage = (ways) => [HEAD, ...ways.map(({ rows }) => section(rows))].join('\n');

function section({ from, to, classes, initializers, members, notes }) {
  const alike = grouped(Object.entries(classes), ([, row]) => row);
  const classRows = [...alike].map(([row, entries]) => [
    entries.map(([name]) => code(name)).join(', '),
    code(row.to),
    row.differs ?? '',
  ]);
  const argumentRows = [...alike].flatMap(([row, entries]) =>
    Object.entries(row.arguments)
      .filter(([name, argument]) => argument.to !== name || argument.otherwise || argument.ofFunction)
      .map(([name, argument]) => [code(entries[0][0]), code(name), ...becomes(argument)]),
  );
  return `## From ${from} to ${to}

${notes.map((note) => `- ${escaped(note)}`).join('\n')}

${table(['Class', `In ${to}`, 'What differs'], classRows)}

Arguments with the same name and meaning are left out here.

${table(['Class', 'Argument', `In ${to}`, 'What differs'], shared(argumentRows))}

${table(
  ['Initializer', `In ${to}`],
  Object.entries(initializers).map(([from, name]) => [code(from), code(name)]),
)}

${table(
  ['Member of the embedding object', 'What differs'],
  Object.entries(members).map(([name, text]) => [code(name), escaped(text)]),
)}
`;
}

function becomes(argument) {
  if ('lost' in argument) return ['—', capital(argument.lost)];
  if ('moved' in argument) return ['', argument.moved];
  const differs = [
    argument.otherwise && `Written out as ${code(argument.otherwise)}, which was the default.`,
    argument.ofFunction && `A function: ${argument.ofFunction}`,
  ];
  return [code(argument.to), differs.filter(Boolean).join(' ')];
}

/** One row for what is the same for several classes. */
function shared(rows) {
  const alike = grouped(rows, ([, ...rest]) => JSON.stringify(rest));
  return [...alike.values()].map((same) => [
    [...new Set(same.map(([name]) => name))].join(', '),
    ...same[0].slice(1, 3),
    escaped(same[0][3]),
  ]);
}

function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text) => `\`${text}\``;
const capital = (text) => (/^(keras-rs|jax-)/.test(text) ? text : text[0].toUpperCase() + text.slice(1));
const escaped = (text) => text.replaceAll('*', '\\*');
