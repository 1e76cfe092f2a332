// npm run bench: how long a person waits, on a configuration of 20,000 lines, beside another parser in the same run.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { performance } from 'node:perf_hooks';
import { fromText } from '@bufbuild/protobuf/txtpb';
import { Analyzer } from '../../server/src/analysis';
import { diagnose } from '../../server/src/features/diagnostics';
import { builtin, CONFIGURATION } from '../../server/src/schema/builtin';
import { DEFAULT_SETTINGS } from '../../server/src/settings';
import { parse } from '../../server/src/textproto/parser';
import { LanguageClient } from '../support/client';
import { largeConfiguration } from '../support/configurations';
import { builtinRegistry } from '../support/descriptors';

const TABLES = 1180;
const ROUNDS = 200;
const URI = 'file:///bench.textproto';

const text = largeConfiguration(TABLES);
const lines = text.split('\n').length - 1;

interface Row {
  readonly what: string;
  readonly p50: number;
  readonly p95: number;
  /** In milliseconds, for p95. */
  readonly budget?: number;
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function row(what: string, times: readonly number[], budget?: number): Row {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    what,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    ...(budget !== undefined && { budget }),
  };
}

/** Times of both contenders in turn, so that a busy moment of the machine meets both. */
function compare(rounds: number, contenders: readonly (() => unknown)[]): number[][] {
  const times = contenders.map(() => [] as number[]);
  for (let round = 0; round < rounds; round++) {
    contenders.forEach((run, i) => {
      const start = performance.now();
      run();
      const time = performance.now() - start;
      // The first tenth warms up.
      if (round >= rounds / 10) times[i]!.push(time);
    });
  }
  return times;
}

function benchParsers(): Row[] {
  const message = builtinRegistry().getMessage(CONFIGURATION)!;
  const analyze = () => {
    // A new analyzer, so that nothing is taken over from the round before.
    const snapshot = new Analyzer(builtin, DEFAULT_SETTINGS).open(text, {
      path: 'bench.textproto',
      named: true,
    });
    if (diagnose(snapshot).some(({ severity }) => severity === 'error'))
      throw new Error('The text is accused.');
  };
  const [ours, all, theirs] = compare(60, [() => parse(text), analyze, () => fromText(message, text)]);
  return [
    row('parse', ours!),
    row('parse, bind and all rules', all!),
    row('@bufbuild/protobuf/txtpb parses the same text', theirs!),
  ];
}

async function benchServer(): Promise<Row[]> {
  const ready: number[] = [];
  for (let i = 0; i < 7; i++) {
    const start = performance.now();
    const client = await LanguageClient.start();
    ready.push(performance.now() - start);
    await client.stop();
  }
  const client = await LanguageClient.start();
  await client.open(URI, text);
  await client.diagnostics(URI);

  let version = 1;
  const line = text.slice(0, text.indexOf('vocabulary_size', text.length / 3)).split('\n').length - 1;
  /** Types a character on a line in the middle, or takes it away again. */
  const edit = () => {
    const character = 0;
    const even = version % 2 === 0;
    const end = { line, character: character + (even ? 1 : 0) };
    version++;
    return client.change(URI, version, [
      { range: { start: { line, character }, end }, text: even ? '' : ' ' },
    ]);
  };
  const timed = async (run: () => Promise<unknown>) => {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const start = performance.now();
      await run();
      times.push(performance.now() - start);
    }
    return times;
  };
  const position = { line, character: 4 };
  const answered = <T>(answer: T) => {
    if (!answer || (Array.isArray(answer) && answer.length === 0)) throw new Error('Nothing was answered.');
    return answer;
  };
  const completion = await timed(async () => {
    void edit();
    return answered(await client.request('completion', URI, { position }));
  });
  const diagnostics = await timed(async () => {
    void edit();
    return client.diagnostics(URI);
  });
  const hover = await timed(async () => answered(await client.request('hover', URI, { position })));
  const symbols = await timed(async () => {
    void edit();
    return client.request('documentSymbol', URI);
  });
  await client.stop();
  return [
    row('server ready (process start to initialize answered)', ready, 200),
    row('completion after an edit', completion, 15),
    row('diagnostics after an edit', diagnostics, 50),
    row('hover', hover, 15),
    row('outline after an edit', symbols),
  ];
}

function render(rows: readonly Row[]): string {
  const format = (time: number) => time.toFixed(time < 10 ? 2 : 1);
  return [
    '| | p50 ms | p95 ms | budget p95 ms |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(
      ({ what, p50, p95, budget }) => `| ${what} | ${format(p50)} | ${format(p95)} | ${budget ?? ''} |`,
    ),
  ].join('\n');
}

async function main(): Promise<void> {
  const parsers = benchParsers();
  const rows = [...parsers, ...(await benchServer())];
  const ratio = parsers[1]!.p50 / parsers[2]!.p50;
  const report = `${lines} lines, ${TABLES} tables, ${(text.length / 1024).toFixed(0)} KiB; Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model}

${render(rows)}

Parse, bind and all rules take ${ratio.toFixed(2)} times what @bufbuild/protobuf/txtpb needs to parse alone.
`;
  console.log(report);
  mkdirSync('out', { recursive: true });
  writeFileSync('out/bench.md', report);
  const late = rows.filter(({ p95, budget }) => budget !== undefined && p95 > budget);
  for (const { what, p95, budget } of late)
    console.error(`Over budget: ${what}: ${p95.toFixed(1)} > ${budget} ms`);
  if (ratio > 1) console.error(`Slower than the peer: ${ratio.toFixed(2)}`);
  process.exitCode = late.length > 0 || ratio > 1 ? 1 : 0;
}

void main();
