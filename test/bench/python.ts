// A Python program of 5,000 lines, compared with pyright's language server on the same probes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type {
  CompletionItem,
  CompletionList,
  Hover,
  Position,
  SignatureHelp,
} from 'vscode-languageserver-protocol';
import { evaluationOf } from '../../server/src/dataflow/calls/evaluation';
import { readPython } from '../../server/src/dataflow/calls/python-file';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { parsePython } from '../../server/src/python/parser';
import { builtin } from '../../server/src/schema/builtin';
import { LanguageClient, MODERN } from '../support/client';
import { embeddingProgram, MISSPELT, plainProgram, towersProgram } from '../support/programs';
import { OUR_SERVER } from './ours';
import { laptop, PYRIGHT_SERVER, PYRIGHT_VERSION } from './pyright';
import { cellsOf, type Finding, milliseconds, missedTarget, table } from './report';
import { race, type Times, within } from './times';

const LINES = 5000;
const MIXED_LINES = 100;
const ROUNDS = 100;
/** Time limits in milliseconds: for server start and first answer, for one answer, for all rounds of a probe. */
const START_PATIENCE = 30_000;
const ANSWER_PATIENCE = 10_000;
const PROBE_PATIENCE = 5_000;

/** Milliseconds per 1,000 lines without TPU embedding. */
const PLAIN_TARGET = 1;

/** As a fraction of the parse time: where TPU embedding is used all over, and in an ordinary program. */
const EVALUATION_TARGETS = { dense: 2, ordinary: 0.9 };

/** In the middle of both programs, letters are typed after this text and removed again. */
const EMBEDDING_PLACE = 'utils.Adagrad(0.1, use_gradient_accumulation=True, ';
const PLAIN_PLACE = 'layers.Embedding(';
const TYPED = 'clip';

const embeddingText = embeddingProgram(LINES).replaceAll(EMBEDDING_PLACE.slice(0, -2), EMBEDDING_PLACE);
const plainText = plainProgram(LINES);
const planted = embeddingText.split(MISSPELT).length - 1;

/** A document in a server, with simulated typing. */
class Typist {
  /** The name of the called function. */
  readonly callee: Position;
  private readonly home: Position;
  private version = 1;
  private typed = 0;

  constructor(
    readonly client: LanguageClient,
    readonly uri: string,
    text: string,
    place: string,
  ) {
    const offset = text.indexOf(place, text.length / 2);
    const before = text.slice(0, offset).split('\n');
    const line = before.length - 1;
    const character = before.at(-1)!.length;
    this.callee = { line, character: character + place.indexOf('.') + 1 };
    this.home = { line, character: character + place.length };
  }

  get caret(): Position {
    return { line: this.home.line, character: this.home.character + this.typed };
  }

  /** Types the next letter, or removes all of them. */
  type(): void {
    const end = this.caret;
    const done = this.typed === TYPED.length;
    const change = done
      ? { range: { start: this.home, end }, text: '' }
      : { range: { start: end, end }, text: TYPED[this.typed]! };
    this.typed = done ? 0 : this.typed + 1;
    void this.client.change(this.uri, ++this.version, [change]);
  }
}

interface Probe {
  readonly what: string;
  /** Sends a request; returns whether the answer is right, if that can be checked. */
  readonly ask: (typist: Typist) => Promise<boolean | undefined>;
  /** Target for p95, in milliseconds. */
  readonly target?: number;
}

const PROBES: readonly Probe[] = [
  {
    what: `completion offers \`${TYPED}value\``,
    target: 15,
    async ask({ client, uri, caret }) {
      const answer = await client.at<CompletionItem[] | CompletionList | null>('completion', uri, caret);
      const items = Array.isArray(answer) ? answer : (answer?.items ?? []);
      return items.some(({ label }) => label.startsWith(`${TYPED}value`));
    },
  },
  {
    what: "signature help shows the optimizer's arguments",
    target: 15,
    async ask({ client, uri, caret }) {
      const help = await client.at<SignatureHelp | null>('signatureHelp', uri, caret);
      return JSON.stringify(help).includes('learning_rate');
    },
  },
  {
    what: 'hover describes the optimizer',
    async ask({ client, uri, callee }) {
      const hover = await client.at<Hover | null>('hover', uri, callee);
      return /learning_rate|gradient/.test(JSON.stringify(hover));
    },
  },
  {
    what: 'diagnostics find the planted mistakes',
    target: 60,
    async ask({ client, uri }) {
      const diagnostics = await client.diagnostics(uri);
      return (
        diagnostics.filter(({ message }) => JSON.stringify(message).includes(MISSPELT)).length === planted
      );
    },
  },
];

/** A program without TPU embedding has no findings: it only measures the cost. */
const PLAIN_PROBES: readonly Probe[] = [
  {
    what: 'diagnostics of a program without TPU embedding',
    async ask({ client, uri }) {
      await client.diagnostics(uri);
      return undefined;
    },
  },
];

interface Result {
  readonly times: Times;
  /** Whether every answer passed the probe's check. */
  readonly done: boolean | undefined;
}

async function put({ what, ask }: Probe, typist: Typist, rounds: number): Promise<Result> {
  const answers: (boolean | undefined)[] = [];
  const [times] = await race({ rounds, patience: PROBE_PATIENCE }, [
    async () => {
      typist.type();
      answers.push(await within(ANSWER_PATIENCE, what, ask(typist)));
    },
  ]);
  return { times: times!, done: answers.includes(false) ? false : answers[0] };
}

const PROGRAMS = [
  { name: 'embedding.py', text: embeddingText, place: EMBEDDING_PLACE, probes: PROBES },
  { name: 'plain.py', text: plainText, place: PLAIN_PLACE, probes: PLAIN_PROBES },
];

const CAPABILITIES = {
  ...MODERN,
  textDocument: {
    ...MODERN.textDocument,
    // Without it, pyright pushes diagnostics at a time of its choice instead of answering requests.
    diagnostic: { dynamicRegistration: true },
  },
};

async function start(folder: string, server: readonly string[]): Promise<LanguageClient> {
  const rootUri = pathToFileURL(folder).href;
  const workspaceFolders = [{ uri: rootUri, name: 'bench' }];
  const starting = LanguageClient.start(CAPABILITIES, { server, rootUri, workspaceFolders });
  return within(START_PATIENCE, 'initialize', starting);
}

async function stop(client: LanguageClient): Promise<void> {
  await within(ANSWER_PATIENCE, 'shutdown', client.stop()).catch(() => client.process.kill());
}

/** The results of one server in order of the probes; after the first failed probe there are none. */
async function benchServer(server: readonly string[], rounds: number): Promise<Result[]> {
  const folder = laptop('bench-python');
  const client = await start(folder, server);
  const results: Result[] = [];
  try {
    for (const { name, text, place, probes } of PROGRAMS) {
      const path = join(folder, name);
      writeFileSync(path, text);
      const uri = pathToFileURL(path).href;
      await client.open(uri, text, 'python');
      await within(START_PATIENCE, `${server.at(-2)}: ${name}`, client.diagnostics(uri));
      const typist = new Typist(client, uri, text, place);
      for (const probe of probes) results.push(await put(probe, typist, rounds));
      await client.close(uri);
    }
  } catch (error) {
    console.error(error);
  }
  await stop(client);
  return results;
}

/** Cost of an edit in a program without TPU embedding, in milliseconds per 1,000 lines. */
async function benchPlain(rounds: number): Promise<Times> {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  const python = languageOf('python');
  const text = `${plainText}y = tf.ke`;
  // Different strings in different memory, as after edits, so that the engine's string caches do not help.
  const texts = Array.from({ length: rounds }, (_, i) => Buffer.from(`# ${i}\n${text}`).toString());
  const [times] = await race({ rounds }, [
    () => {
      const edited = texts.pop()!;
      const offset = edited.length;
      const analysis = python.analyze(edited, { analyzer, path: 'plain.py' });
      const said = [analysis.diagnose(), analysis.complete(offset), analysis.actions(offset, offset)].flat();
      if (said.length > 0 || analysis.hover(offset))
        throw new Error('A program of no concern is commented on.');
    },
  ]);
  const thousands = plainText.split('\n').length / 1000;
  return { p50: times!.p50 / thousands, p95: times!.p95 / thousands };
}

/** The cost of an edit in a program of keras-rs, as a multiple of that in one of TensorFlow. */
const TOWERS_TARGET = 1.5;
const TOWERS_LINES = 1000;

/** The cost of a letter typed in the middle of the same program with either library, in milliseconds, until it is judged. */
async function benchTowers(rounds: number): Promise<{ readonly tensorflow: Times; readonly kerasRs: Times }> {
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);
  const typing = (library: 'tensorflow' | 'keras-rs') => {
    let text = towersProgram(TOWERS_LINES, library);
    let analysis = languageOf('python').analyze(text, { analyzer, path: 'towers.py' });
    if (analysis.diagnose().length > 0)
      throw new Error(`The program of ${library} is commented on: ${analysis.diagnose()[0]!.message}`);
    const start = text.indexOf(', width=', text.length / 2) + ', width='.length;
    let isTyped = false;
    return () => {
      const end = isTyped ? start + 1 : start;
      const letter = isTyped ? '' : '1';
      text = text.slice(0, start) + letter + text.slice(end);
      isTyped = !isTyped;
      analysis = analysis.change!(text, { start, end, newLength: letter.length });
      analysis.diagnose();
    };
  };
  const [tensorflow, kerasRs] = await race({ rounds }, [typing('tensorflow'), typing('keras-rs')]);
  return { tensorflow: tensorflow!, kerasRs: kerasRs! };
}

/** A typical program: user-defined models, two of which use TPU embedding. */
const mixedText = embeddingProgram(MIXED_LINES) + plainProgram(LINES - MIXED_LINES);

/** The server collects young objects while it waits for an edit, and seldom while it answers. */
const idle = () => globalThis.gc?.({ type: 'minor' });

/** The cost of parsing a program, and then of evaluating it. */
async function benchEvaluation(text: string, rounds: number) {
  let number = 0;
  let tree = parsePython(text);
  const [, parse, evaluate] = await race({ rounds }, [
    idle,
    () => {
      tree = parsePython(`# ${number++}\n${text}`);
    },
    () => evaluationOf(tree),
  ]);
  return { parse: parse!, ratio: evaluate!.p50 / parse!.p50 };
}

/** `scale` is the fraction of rounds to run. */
export async function benchPython(scale: number): Promise<Finding> {
  const plain = await benchPlain(ROUNDS * scale);
  const dense = await benchEvaluation(embeddingText, ROUNDS * scale);
  const mixed = await benchEvaluation(mixedText, ROUNDS * scale);
  const towers = await benchTowers(ROUNDS * scale);
  const towersRatio = towers.kerasRs.p50 / towers.tensorflow.p50;
  // In sequence: pyright's background work would slow both down.
  const results = [
    await benchServer(OUR_SERVER, ROUNDS * scale),
    await benchServer(PYRIGHT_SERVER, ROUNDS * scale),
  ];
  const rows = PROGRAMS.flatMap(({ probes }) => probes).map((probe, i) => ({
    probe,
    results: results.map((mine) => mine[i]),
  }));
  const lines = (text: string) => (text.split('\n').length - 1).toLocaleString('en');
  const calls = readPython(embeddingText)!.calls.length.toLocaleString('en');
  const cells = rows.map(({ probe: { what, target }, results }) => [
    what,
    ...results.flatMap((result, i) => [
      ...cellsOf(result?.times),
      result?.done === undefined ? '' : result.done ? 'yes' : 'no',
      ...(i === 0 ? [`${target ?? ''}`] : []),
    ]),
  ]);
  return {
    report: `A program of ${lines(embeddingText)} lines with ${calls} calls of TPU embedding, and one of ${lines(plainText)} lines with none.
Pyright ${PYRIGHT_VERSION} has no TensorFlow installed, as on a laptop, only the stubs that it brings itself.

${table(
  [
    'After typing a letter in a call',
    'ours p50',
    'p95',
    'does it',
    'target p95',
    'pyright p50',
    'p95',
    'does it',
  ],
  cells,
)}

To parse the program with TPU embedding anew takes ${milliseconds(dense.parse.p50)} ms (p50); to follow what it does takes ${dense.ratio.toFixed(1)} times as long (target ${EVALUATION_TARGETS.dense}).
Of a program as long of which ${MIXED_LINES} lines use TPU embedding, these are ${milliseconds(mixed.parse.p50)} ms and ${mixed.ratio.toFixed(1)} times (target ${EVALUATION_TARGETS.ordinary}).
An edit in a program of ${TOWERS_LINES.toLocaleString('en')} lines with keras-rs, judged anew, takes ${milliseconds(towers.kerasRs.p50)} ms (p50), ${towersRatio.toFixed(1)} times what it takes in the same one with TensorFlow's layer (target ${TOWERS_TARGET}).
A program without TPU embedding costs ${milliseconds(plain.p95)} ms for 1,000 lines at an edit (p95; target ${PLAIN_TARGET} ms).`,
    missed: [
      ...rows.flatMap(({ probe: { what, target }, results }) => [
        ...missedTarget(what, results[0]?.times, target),
        ...(results[0]?.done === false ? [`Not so: ${what}.`] : []),
      ]),
      ...(
        [
          [dense, EVALUATION_TARGETS.dense],
          [mixed, EVALUATION_TARGETS.ordinary],
        ] as const
      )
        .filter(([{ ratio }, target]) => ratio > target)
        .map(
          ([{ ratio }, target]) =>
            `To follow a program takes ${ratio.toFixed(1)} times its parse, over ${target}.`,
        ),
      ...(towersRatio > TOWERS_TARGET
        ? [
            `An edit with keras-rs takes ${towersRatio.toFixed(1)} times one with TensorFlow, over ${TOWERS_TARGET}.`,
          ]
        : []),
      ...missedTarget('1,000 lines without TPU embedding', plain, PLAIN_TARGET),
    ],
  };
}
