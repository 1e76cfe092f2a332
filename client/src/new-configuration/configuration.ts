import snippets from '../../../server/src/languages/textproto/completion/snippets.json';

/** The user's choices for a new configuration. */
export interface Choice {
  readonly style: 'table' | 'feature';
  readonly tables: readonly Table[];
  readonly optimizer: Optimizer;
  readonly slice: Slice;
}

export interface Table {
  readonly name: string;
  readonly vocabularySize: number;
  readonly dimension: number;
}

/** The hosts of a TPU slice, and the TensorCores of all hosts together. */
export interface Slice {
  readonly hosts: number;
  readonly cores: number;
}

export interface Optimizer {
  readonly name: string;
  /** Lines in text format, with tab stops. */
  readonly lines: readonly string[];
  /** A usual learning rate. */
  readonly rate: number;
}

const optimizer = (name: keyof typeof snippets, rate: number): Optimizer => ({
  name,
  lines: [snippets[name].body].flat(),
  rate,
});

export const OPTIMIZERS: readonly Optimizer[] = [
  optimizer('Adagrad', 0.1),
  optimizer('Adagrad with momentum', 0.1),
  optimizer('Adam', 0.001),
  optimizer('FTRL', 0.05),
  optimizer('Stochastic gradient descent', 0.01),
  optimizer('Momentum', 0.01),
  optimizer('Lion', 0.0001),
  optimizer('RMSProp', 0.001),
];

/**
 * The configuration as a snippet. Values that were not asked for are tab stops; values that should be equal in all
 * tables share one.
 */
export function configurationSnippet({ style, tables, optimizer, slice }: Choice): string {
  let stops = 0;
  const stop = (value: string | number) => `\${${++stops}:${value}}`;
  const hyperparameters = optimizer.lines.map((line) => line.replace(/\$\{\d+/, () => `\${${++stops}`));
  const rate = stop(optimizer.rate);
  const byFeatures = style === 'feature';
  const tableLines = ({ name, vocabularySize, dimension }: Table) => [
    'table_descriptor {',
    `  name: "${name}"`,
    `  vocabulary_size: ${vocabularySize}`,
    `  dimension: ${dimension}`,
    ...(byFeatures ? [] : [`  num_features: ${stop(1)}`]),
    '  optimization_parameters {',
    ...hyperparameters.map((line) => `    ${line}`),
    '    learning_rate {',
    `      constant: ${rate}`,
    '    }',
    '  }',
    '}',
  ];
  const featureLines = ({ name }: Table, tableId: number) => [
    'feature_descriptor {',
    `  name: "${stop(name)}"`,
    `  table_id: ${tableId}`,
    `  input_shape: [${stop(128)}]`,
    '}',
  ];
  return [
    ...snippets['Header of a text-format file'].body.map((line) => line.replace(/\$\{\d+:(.*)\}/, '$1')),
    '',
    ...tables.flatMap((table) => [...tableLines(table), '']),
    ...(byFeatures ? tables.flatMap((table, i) => [...featureLines(table, i), '']) : []),
    `mode: \${${++stops}|TRAINING,INFERENCE,BACKWARD_PASS_ONLY|}`,
    ...(byFeatures ? [] : [`batch_size_per_tensor_core: ${stop(128)}`]),
    `num_hosts: ${slice.hosts}`,
    `num_tensor_cores: ${slice.cores}`,
    '',
  ].join('\n');
}

/** Why an input is invalid; `entry` is the invalid part. */
export interface Misfit {
  readonly misfit: 'form' | 'name' | 'number' | 'twice' | 'size' | 'uneven' | 'few-rows';
  readonly entry: string;
}

/** Both row counts and dimensions are int32. */
const MAX_SIZE = 2 ** 31 - 1;
const isSize = (value: number) => value >= 1 && value <= MAX_SIZE;

/** Reads a whole number as people write it: `50000000`, `50_000_000`, `50M`, `5e7`; undefined if it is none. */
function readCount(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d[\d_]*(?:\.\d+)?(?:e\+?\d+)?)([kmbg]?)$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replaceAll('_', '')) * UNITS[unit.toLowerCase()]!;
  return Number.isInteger(value) ? value : undefined;
}

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, b: 1e9 };

/** Reads tables such as `items 100000 64, users 50M x 32`. */
export function readTables(text: string): readonly Table[] | Misfit {
  const tables: Table[] = [];
  for (const entry of text.split(/[,;]/).map((part) => part.trim())) {
    const [, quoted, bare, rest = ''] = /^(?:"([^"]*)"|(\S+))\s*(.*)$/.exec(entry) ?? [];
    const name = quoted ?? bare ?? '';
    const numbers = rest
      .replace(/(?<=\w)\s*[x×*]\s*(?=\d)/, ' ')
      .split(/\s+/)
      .filter(Boolean);
    if (entry === '' || numbers.length !== 2) return { misfit: 'form', entry };
    if (!/^[\w./ -]+$/.test(name)) return { misfit: 'name', entry: name };
    const wrong = numbers.find((word) => readCount(word) === undefined);
    if (wrong !== undefined) return { misfit: 'number', entry: wrong };
    if (tables.some((table) => table.name === name)) return { misfit: 'twice', entry: name };
    const [vocabularySize = 0, dimension = 0] = numbers.map(readCount);
    if (!isSize(vocabularySize) || !isSize(dimension)) return { misfit: 'size', entry };
    tables.push({ name, vocabularySize, dimension });
  }
  return tables;
}

/** Reads hosts and TensorCores such as `4 32`. */
export function readSlice(text: string, tables: readonly Table[]): Slice | Misfit {
  const [, first, second] = /^\s*(\d+)[\s,x×*]+(\d+)\s*$/.exec(text) ?? [];
  const [hosts, cores] = [Number(first), Number(second)];
  if (first === undefined) return { misfit: 'form', entry: text };
  if (!isSize(hosts) || !isSize(cores)) return { misfit: 'size', entry: text };
  if (cores % hosts !== 0) return { misfit: 'uneven', entry: text };
  const short = tables.find(({ vocabularySize }) => vocabularySize < hosts);
  return short ? { misfit: 'few-rows', entry: short.name } : { hosts, cores };
}
