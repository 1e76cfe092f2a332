// Draws the pictures of VS Code's walkthrough in the colours of its theme, as attributes: VS Code allows no styles in them.

const WIDTH = 530;
const HEIGHT = 380;
/** Width of a character in the pictures' code, and line height. */
const [CELL, LINE] = [7.5, 20];

const theme = (name, fallback) => `var(--vscode-${name}, ${fallback})`;
const colour = {
  background: theme('editor-background', '#1f1f1f'),
  text: theme('editor-foreground', '#cccccc'),
  faint: theme('descriptionForeground', '#8b8b8b'),
  border: theme('widget-border', '#80808060'),
  raised: theme('editorHoverWidget-background', '#252526'),
  chosen: theme('list-activeSelectionBackground', '#04395e'),
  chosenText: theme('list-activeSelectionForeground', '#ffffff'),
  link: theme('textLink-foreground', '#4daafc'),
  error: theme('editorError-foreground', '#f14c4c'),
  name: theme('debugTokenExpression-name', '#c586c0'),
  string: theme('debugTokenExpression-string', '#ce9178'),
  number: theme('debugTokenExpression-number', '#b5cea8'),
  a: theme('charts-blue', '#3794ff'),
  b: theme('charts-orange', '#d18616'),
};

/** The contents come from the source: the message of a problem and the steps of optimizers. */
export function walkthroughPictures({ numerics, problemOf }) {
  const program = [
    'import keras_rs',
    '',
    'movies = keras_rs.layers.TableConfig(',
    '    name="movies",',
    '    vocabulary_size=100_000,',
    '    dim=32)',
  ];
  const code = 'unknown-argument';
  const { message, fixes } = problemOf(program.join('\n'), code);
  const [left, top] = [40, 60];
  const below = top + program.length * LINE;
  const squiggled = [
    ...codeLines(program, left, top),
    squiggle(left + '    '.length * CELL, below - LINE + 5, 'dim'.length * CELL),
  ];
  const pictures = {
    mistakes: [
      ...squiggled,
      ...box(62, below, 450, [...wrapped(message, 62), { text: code, fill: colour.link }]),
    ],
    fix: [
      ...squiggled,
      ...menu(62, below, 300, [...fixes, `Ignore ${code} on this line`, `Explain ${code}`]),
    ],
    preview: preview(numerics),
    python: python(),
    configuration: wizard(),
  };
  return new Map(Object.entries(pictures).map(([name, parts]) => [name, picture(parts)]));
}

const picture = (parts) =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-size="13" font-family="${theme('font-family', 'sans-serif')}">`,
    `  <rect x="1" y="1" width="${WIDTH - 2}" height="${HEIGHT - 2}" rx="8" fill="${colour.background}" stroke="${colour.border}"/>`,
    ...parts.map((part) => `  ${part}`),
    '</svg>\n',
  ].join('\n');

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const words = (x, y, text, fill = colour.text, more = '') =>
  `<text x="${x}" y="${y}" fill="${fill}"${more}>${escaped(text)}</text>`;

/** Colour of each kind of token, in the order of the pattern's groups. */
const TOKENS = /(#.*)|("[^"]*")|(\b\d[\d_.]*\b)|(\b[A-Z_]{4,}\b)|(\b\w+(?=[:=({ ]))/g;
const TOKEN_COLOURS = [colour.faint, colour.string, colour.number, colour.number, colour.name];

/** Sets the width of every line, so that it is the same in all fonts. */
function codeLines(lines, x, y) {
  return lines.flatMap((line, i) => {
    const text = line.trimStart();
    if (!text) return [];
    const at = x + (line.length - text.length) * CELL;
    const spans = escaped(text).replaceAll(TOKENS, (token, ...groups) => {
      const kind = groups.findIndex((group) => group !== undefined);
      return `<tspan fill="${TOKEN_COLOURS[kind]}">${token}</tspan>`;
    });
    const width = (text.length * CELL).toFixed(1);
    return `<text x="${at}" y="${y + i * LINE}" fill="${colour.text}" font-family="${theme('editor-font-family', 'monospace')}" font-size="12.5" textLength="${width}" lengthAdjust="spacingAndGlyphs" xml:space="preserve">${spans}</text>`;
  });
}

function squiggle(x, y, width) {
  const waves = Array.from({ length: Math.round(width / 6) }, () => 'q1.5 -4 3 0t3 0').join('');
  return `<path d="M${x} ${y}${waves}" fill="none" stroke="${colour.error}" stroke-width="1.4"/>`;
}

const panel = (x, y, width, height) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="5" fill="${colour.raised}" stroke="${colour.border}"/>`;

const box = (x, y, width, lines) => [
  panel(x, y, width, lines.length * LINE + 16),
  ...lines.map(({ text, fill }, i) => words(x + 12, y + 22 + i * LINE, text, fill)),
];

/** A menu with its first entry selected. */
const menu = (x, y, width, entries) => [
  panel(x, y, width, entries.length * 26 + 10),
  `<rect x="${x + 4}" y="${y + 4}" width="${width - 8}" height="26" rx="3" fill="${colour.chosen}"/>`,
  ...entries.map((entry, i) =>
    words(x + 14, y + 22 + i * 26, entry, i === 0 ? colour.chosenText : colour.text),
  ),
];

/** Wraps a text at a number of characters. */
function wrapped(text, columns) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last.length + word.length < columns) lines[lines.length - 1] = last ? `${last} ${word}` : word;
    else lines.push(word);
  }
  return lines.map((line) => ({ text: line }));
}

/** Seconds until the curves are drawn. They are drawn once, because a repeated animation distracts from reading. */
const SECONDS = 5;
const STEPS = 60;

/** Two optimizers pull a weight to the same target. */
function preview(numerics) {
  const [left, top, width, height] = [50, 96, 440, 200];
  const target = 0.35;
  const curves = [
    { name: 'Adagrad', stroke: colour.a, parameters: { adagrad: {}, learningRate: { constant: 0.1 } } },
    {
      name: 'Adam',
      stroke: colour.b,
      parameters: { adam: { beta1: 0.9, beta2: 0.999, epsilon: 1e-7 }, learningRate: { constant: 0.02 } },
    },
  ].map((curve) => ({ ...curve, weights: weightsOf(numerics, curve.parameters, target) }));
  const x = (step) => left + (step / STEPS) * width;
  const y = (weight) => top + height - weight * height;
  const drawn = curves.map(({ stroke, weights }) => {
    const points = weights.map((weight, step) => `${x(step).toFixed(1)} ${y(weight).toFixed(1)}`);
    const reveal = `<animate attributeName="stroke-dashoffset" from="1" to="0" dur="${SECONDS}s" fill="freeze"/>`;
    return `<path d="M${points.join('L')}" fill="none" stroke="${stroke}" stroke-width="2.5" pathLength="1" stroke-dasharray="1">${reveal}</path>`;
  });
  const now = (attribute) =>
    `<animate attributeName="${attribute}" from="${left}" to="${left + width}" dur="${SECONDS}s" fill="freeze"/>`;
  const end = left + width;
  return [
    words(24, 36, 'Preview training', colour.link),
    ...codeLines(['learning_rate { constant: 0.1 }'], 24, 60),
    `<path d="M${left} ${top}V${top + height}H${end}" fill="none" stroke="${colour.faint}"/>`,
    `<path d="M${left} ${y(target)}H${end}" stroke="${colour.faint}" stroke-dasharray="4 4"/>`,
    words(left + 6, y(target) + 16, 'target', colour.faint, ' font-size="11"'),
    words(left + 6, top + 8, 'weight', colour.faint, ' font-size="11"'),
    ...curves.map(({ name, stroke }, i) => words(end - 130 + i * 80, top + 4, name, stroke)),
    ...drawn,
    `<path d="M${left} ${top + height + 40}H${end}" stroke="${colour.border}" stroke-width="4" stroke-linecap="round"/>`,
    `<circle cx="${end}" cy="${top + height + 40}" r="7" fill="${colour.link}">${now('cx')}</circle>`,
  ];
}

function weightsOf({ readSpec, Simulation, matrix }, optimizationParameters, target) {
  const slots = 'adam' in optimizationParameters ? { momenta: 0, velocities: 0 } : { accumulators: 0.1 };
  const initial = { parameters: [[0.9]], ...slots };
  const spec = readSpec({ optimizationParameters, initial, steps: [] });
  const simulation = new Simulation(spec.settings, spec.initial);
  const weight = () => simulation.state.parameters.data[0];
  return [
    weight(),
    ...Array.from({ length: STEPS }, () => {
      simulation.step({ ids: [0], gradients: matrix(1, 1, weight() - target), learningRates: [] });
      return weight();
    }),
  ];
}

const python = () => [
  words(24, 36, 'Show configuration', colour.link),
  ...codeLines(['model = embedding.TPUEmbedding(', '  features,', '  embedding.Adagrad(rate))'], 24, 62),
  `<path d="M265 120v26m-6-8l6 8 6-8" fill="none" stroke="${colour.faint}" stroke-width="2"/>`,
  panel(24, 160, 482, 196),
  ...codeLines(
    [
      'table_descriptor {',
      '  name: "user"',
      '  vocabulary_size: 50000000',
      '  dimension: 32',
      '}',
      'feature_descriptor {',
      '  table_id: 0',
      '  # input_shape: unknown, as …',
    ],
    40,
    186,
  ),
];

const wizard = () => [
  panel(40, 30, 450, 142),
  words(265, 54, 'New TPU Embedding Configuration (3/4)', colour.text, ' text-anchor="middle"'),
  ...menu(48, 66, 434, ['Adagrad', 'Adam', 'FTRL']).slice(1),
  ...codeLines(
    [
      'table_descriptor {',
      '  name: "items"',
      '  vocabulary_size: 100000',
      '  dimension: 64',
      '  optimization_parameters {',
      '    adagrad {}',
      '    learning_rate {',
      '      constant: 0.1',
    ],
    56,
    206,
  ),
];
