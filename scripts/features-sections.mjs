const AS_IN_PYTHON = 'As in Python, across cells.';
const AS_IN_TEXT_FORMAT = 'As in text format.';

/** The server's support of every message of the protocol, for docs/protocol.md. */
export function featuresSections({ FEATURES, SERVICE, ABSENT }) {
  const rows = FEATURES.map(
    ({ name, methods, textFormat, python, notebooks, strings }) =>
      `| **${name}** ${methods.map((method) => `\`${method}\``).join(' ')} | ${[
        textFormat,
        python,
        notebooks ?? (typeof python === 'string' ? AS_IN_PYTHON : python),
        strings ?? AS_IN_TEXT_FORMAT,
      ]
        .map(cell)
        .join(' | ')} |`,
  );
  return `What the language server does with every message of the
[Language Server Protocol](https://microsoft.github.io/language-server-protocol/), in each place that a person writes in.
[Requests of our own](#requests-of-our-own) come on top.

## Features of the editor

| Feature | In text format | In Python | In notebooks | In text format inside strings of Python |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

## What is not there, and why

${table('Message', 'Why not', ABSENT)}

## Between server and client

${table('Message', 'What it is for', SERVICE)}
`;
}

const cell = (text) => (typeof text === 'string' ? text : `– ${text.not}`);

const table = (left, right, rows) =>
  [
    `| ${left} | ${right} |`,
    '| --- | --- |',
    ...Object.entries(rows).map(([method, text]) => `| \`${method}\` | ${text} |`),
  ].join('\n');
