// A configuration of 20,000 lines, compared with another parser and another formatter.
import { spawnSync } from 'node:child_process';
import { fromText } from '@bufbuild/protobuf/txtpb';
import { Analyzer } from '../../server/src/languages/snapshot';
import { diagnose } from '../../server/src/languages/textproto/diagnostics';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin, CONFIGURATION } from '../../server/src/schema/builtin';
import { format } from '../../server/src/textproto/formatting/format';
import { parse } from '../../server/src/textproto/parser';
import { LanguageClient, MODERN } from '../support/client';
import { largeConfiguration } from '../support/configurations';
import { builtinRegistry } from '../support/descriptors';
import { OUR_SERVER } from './ours';
import { cellsOf, type Finding, missedTarget, table } from './report';
import { race, type Times } from './times';

const TABLES = 1180;
const URI = 'file:///bench.textproto';
const STRING_URI = 'file:///bench.py';
const PARSE = `from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
text_format.Parse(`;
const MESSAGE = 'pb2.TPUEmbeddingConfiguration()';

/** Milliseconds. Requests that are rarer than completion may take twice as long. */
const COMPLETION_TARGET = 15;
const DIAGNOSTICS_TARGET = 50;
/** As a multiple of the peer's time. */
const PARSER_TARGET = 0.7;
const FORMATTER_TARGET = 1;

const text = largeConfiguration(TABLES);
const lines = text.split('\n').length - 1;

interface Row {
  readonly what: string;
  readonly times: Times;
  /** Target for p95, in milliseconds. */
  readonly target?: number;
}

/** All rounds even in a quick bench: over the first ten, what is measured is the compiler. */
async function benchParsers(): Promise<Row[]> {
  const message = builtinRegistry().getMessage(CONFIGURATION)!;
  const analyze = () => {
    // A new analyzer, so that nothing is cached from the last round.
    const snapshot = new Analyzer(builtin, DEFAULT_SETTINGS).open(text, {
      path: 'bench.textproto',
      named: true,
    });
    if (diagnose(snapshot).some(({ severity }) => severity === 'error'))
      throw new Error('The text has diagnostics.');
  };
  const [ours, all, theirs] = await race({ rounds: 60 }, [
    () => parse(text),
    analyze,
    () => fromText(message, text),
  ]);
  return [
    { what: 'parse', times: ours! },
    { what: 'parse, bind and all rules', times: all! },
    { what: '@bufbuild/protobuf/txtpb parses the same text', times: theirs! },
  ];
}

/** Compared with txtpbfmt if installed. It starts a process each time; ours is the server's. */
async function benchFormatters(scale: number): Promise<Row[]> {
  const badlyLaidOut = text.replaceAll(/^ +/gm, ' ').replaceAll(': ', ' :');
  const peer = () => spawnSync('txtpbfmt', { input: badlyLaidOut, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { stdout, error } = peer();
  if (!error && stdout !== format(badlyLaidOut)) throw new Error('txtpbfmt formats it in another way.');
  const [ours, theirs] = await race({ rounds: 30 * scale }, [
    () => format(badlyLaidOut),
    ...(error ? [] : [peer]),
  ]);
  return [
    { what: 'format all lines', times: ours! },
    ...(theirs ? [{ what: 'txtpbfmt formats the same text', times: theirs }] : []),
  ];
}

async function benchServer(scale: number): Promise<Row[]> {
  const timed = async (what: string, rounds: number, run: () => unknown, target?: number): Promise<Row> => {
    const [times] = await race({ rounds }, [run]);
    return { what, times: times!, ...(target !== undefined && { target }) };
  };
  const client = await LanguageClient.start(MODERN, { server: OUR_SERVER });
  const plain = await typist(client, URI, 'textproto', text);
  const embedded = await typist(client, STRING_URI, 'python', `${PARSE}"""\n${text}""", ${MESSAGE})\n`);
  const rounds = 200 * scale;
  const rows = [
    await timed('completion after an edit', rounds, () => plain.afterEdit('completion'), COMPLETION_TARGET),
    await timed('diagnostics after an edit', rounds, () => plain.diagnosticsAfterEdit(), DIAGNOSTICS_TARGET),
    await timed('hover', rounds, () => plain.ask('hover'), 15),
    await timed(
      'outline after an edit',
      rounds,
      () => plain.afterEdit('documentSymbol'),
      2 * COMPLETION_TARGET,
    ),
    await timed(
      'folding after an edit',
      rounds,
      () => plain.afterEdit('foldingRange'),
      2 * COMPLETION_TARGET,
    ),
    await timed(
      'in a Python string: completion after an edit',
      rounds / 2,
      () => embedded.afterEdit('completion'),
      COMPLETION_TARGET,
    ),
    await timed(
      'in a Python string: diagnostics after an edit',
      rounds / 2,
      () => embedded.diagnosticsAfterEdit(),
      DIAGNOSTICS_TARGET,
    ),
  ];
  await client.stop();
  return rows;
}

/** Simulates typing a character in the middle of an open text, and deleting it. */
async function typist(client: LanguageClient, uri: string, languageId: string, text: string) {
  await client.open(uri, text, languageId);
  await client.diagnostics(uri);
  const line = text.slice(0, text.indexOf('vocabulary_size', text.length / 3)).split('\n').length - 1;
  let version = 1;
  const edit = () => {
    const even = version % 2 === 0;
    const range = { start: { line, character: 0 }, end: { line, character: even ? 1 : 0 } };
    version++;
    void client.change(uri, version, [{ range, text: even ? '' : ' ' }]);
  };
  const ask = async (method: string) => {
    const answer = await client.request(method, uri, { position: { line, character: 4 } });
    if (!answer || (Array.isArray(answer) && answer.length === 0)) throw new Error('Nothing was answered.');
  };
  return {
    ask,
    afterEdit: (method: string) => {
      edit();
      return ask(method);
    },
    diagnosticsAfterEdit: () => {
      edit();
      return client.diagnostics(uri);
    },
  };
}

/** `scale` is the fraction of rounds to run. */
export async function benchTextproto(scale: number): Promise<Finding> {
  const parsers = await benchParsers();
  const formatters = await benchFormatters(scale);
  const [formatter, otherFormatter] = formatters;
  const formatting = otherFormatter && formatter!.times.p50 / otherFormatter.times.p50;
  const rows = [...parsers, ...formatters, ...(await benchServer(scale))];
  const ratio = parsers[1]!.times.p50 / parsers[2]!.times.p50;
  const cells = rows.map(({ what, times, target }) => [what, ...cellsOf(times), `${target ?? ''}`]);
  return {
    report: `${lines.toLocaleString('en')} lines, ${TABLES.toLocaleString('en')} tables, ${(text.length / 1024).toFixed(0)} KiB.

${table(['Milliseconds', 'p50', 'p95', 'target p95'], cells)}

Parse, bind and all rules take ${ratio.toFixed(2)} times what @bufbuild/protobuf/txtpb needs to parse alone (p50; target ${PARSER_TARGET}).
${formatting === undefined ? 'There is no txtpbfmt to format beside.' : `To format takes ${formatting.toFixed(2)} times what txtpbfmt needs (p50; target ${FORMATTER_TARGET}).`}`,
    missed: [
      ...rows.flatMap(({ what, times, target }) => missedTarget(what, times, target)),
      ...(ratio > PARSER_TARGET
        ? [`Parse, bind and all rules take ${ratio.toFixed(2)} times the peer's time, over ${PARSER_TARGET}.`]
        : []),
      ...(formatting !== undefined && formatting > FORMATTER_TARGET
        ? [`To format takes ${formatting.toFixed(2)} times txtpbfmt's time, over ${FORMATTER_TARGET}.`]
        : []),
    ],
  };
}
