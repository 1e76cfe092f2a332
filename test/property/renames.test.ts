// After a rename across files, all occurrences have the new name, and nothing else has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { candidatePaths, relativePath } from '../../server/src/project/files/paths';
import { Links } from '../../server/src/project/names/links';
import { movedPaths } from '../../server/src/project/names/moves';
import { planRename, refuseName } from '../../server/src/project/names/rename';
import { type FileOfWorkspace, fileOfWorkspace, renamedText } from '../support/workspace';
import { runs } from './runs';

const letter = fc.constantFrom('a', 'b', 'é', '𝛼', ' ', '"', "'", '\\', '{', '}', '#', '%', 'n', '0');
const name = fc.string({ unit: letter, minLength: 1, maxLength: 6 });

/** A quoted string with necessary escapes, in the syntax common to text format and Python. */
const quoted = (text: string, quote: string) =>
  quote +
  text.replaceAll(/[\\"']/g, (char) => (char === '\\' || char === quote[0] ? `\\${char}` : char)) +
  quote;

/** Ways to spell a name: in one piece, or in two. */
interface Spelling {
  readonly quote: string;
  readonly cut: number | undefined;
}
const spelling: fc.Arbitrary<Spelling> = fc.record({
  quote: fc.constantFrom('"', "'"),
  cut: fc.option(fc.nat(3), { nil: undefined }),
});
function spell(text: string, { quote, cut }: Spelling): string {
  if (cut === undefined) return quoted(text, quote);
  const characters = [...text];
  const [left, right] = [characters.slice(0, cut), characters.slice(cut)].map((part) => part.join(''));
  return `${quoted(left!, quote)} ${quoted(right!, quote === '"' ? "'" : '"')}`;
}

const inPython = (text: string, style: Spelling) =>
  style.cut === undefined && style.quote === '"' ? quoted(text, '"""') : spell(text, style);

/** Uses of a name in a program: each line refers to the same table. */
const USES: readonly ((written: string) => string)[] = [
  (written) =>
    `tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=1, shard_id=0, table_name=${written})`,
  (written) => `NAME = ${written}\ntable = tf.tpu.experimental.embedding.TableConfig(10, 8, name=NAME)`,
  (written) =>
    `for each in [${written}]:\n  tf.raw_ops.LoadTPUEmbeddingAdagradParameters(num_shards=1, shard_id=0, table_name=each)`,
  (written) => `pb.TPUEmbeddingConfiguration().table_descriptor.add(name=${written})`,
];

const program = fc.array(fc.tuple(fc.nat(USES.length - 1), spelling), { minLength: 1, maxLength: 3 });

test('a rename changes all occurrences of the name and nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 3, maxLength: 4 }),
      spelling,
      fc.array(program, { maxLength: 2 }),
      spelling,
      ([before, after, ...others], own, programs, embedded) => {
        const tables = [...others, before!].map(
          (table) => `table_descriptor { name: ${spell(table, own)} }\n`,
        );
        const configuration = `${tables.join('')}feature_descriptor { name: "f" table_id: ${others.length} }\n`;
        const text = `table_descriptor { name: ${spell(before!, embedded)} }`;
        const files = [
          fileOfWorkspace('a.textproto', configuration),
          ...programs.map((uses, i) => fileOfWorkspace(`p${i}.py`, programOf(before!, uses, text))),
        ];
        const links = new Links(files);
        const start = meantIn(files[0]!, before!);
        const plan = planRename(links, [start]);
        assert('places' in plan, 'reason' in plan ? plan.reason : '');
        assert.equal(refuseName(links, start, after!), undefined);
        const texts = files.map((file) => renamedText(file, plan, after!));
        assert(!texts.includes(undefined), 'each place can be written');
        const renamed = files.map(({ path }, i) => fileOfWorkspace(path, texts[i]!));
        for (const [i, file] of files.entries())
          assert.deepEqual(
            shapeOf(renamed[i]!, (each) => each),
            shapeOf(file, (each) => (each === before ? after : each)),
          );
      },
    ),
    runs(60),
  );
});

const programOf = (table: string, uses: readonly (readonly [number, Spelling])[], text: string) =>
  [
    'import tensorflow as tf',
    'from google.protobuf import text_format',
    'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb',
    "PATH = 'a.textproto'",
    `text_format.Parse(${quoted(text, "'''")}, pb.TPUEmbeddingConfiguration())`,
    ...uses.map(([use, style]) => USES[use]!(inPython(table, style))),
    '',
  ].join('\n');

function meantIn(document: FileOfWorkspace, wanted: string) {
  const symbol = document.names.symbols.find((each) => each.kind === 'table' && each.name === wanted);
  assert(symbol, `${wanted} is found in ${document.analysis.text}`);
  return { document, symbol };
}

/** Names in a file with their counts, after replacing names. */
const shapeOf = ({ names }: FileOfWorkspace, named: (name: string | undefined) => string | undefined) =>
  names.symbols.map((symbol) => [
    symbol.kind,
    named(symbol.name),
    symbol.isDeclared,
    symbol.places.map(({ as }) => as),
  ]);

const FOLDERS = ['', 'a/', 'a/b/', 'c/', 'c/é d/'];
const folder = fc.constantFrom(...FOLDERS);

test('a path refers to the same file after programs, configurations and folders have moved', () => {
  let changed = 0;
  fc.assert(
    fc.property(
      folder,
      folder,
      fc.nat(3),
      folder,
      fc.constantFrom('x', "it's"),
      fc.nat(3),
      (from, to, up, next, newName, what) => {
        const bases = FOLDERS.filter((base) => from.startsWith(base));
        const base = bases[up % bases.length]!;
        const key = (path: string) => `file:///folder/${path}`;
        const path = relativePath(key(base).replace(/\/$/, ''), key(`${to}ads.textproto`));
        const text = `import tensorflow as tf\nop = tf.raw_ops.ConfigureTPUEmbedding\ntf.io.gfile.GFile('${path}').read()\n`;
        const documents = [
          fileOfWorkspace(`${from}train.py`, text),
          fileOfWorkspace(`${to}ads.textproto`, 'num_hosts: 1'),
        ];
        const moves = [
          { from: `${to}ads.textproto`, to: `${next}${newName}.textproto` },
          { from: `${from}train.py`, to: `${next}${newName}.py` },
          { from: 'a', to: `${newName}/a` },
          { from: 'c', to: 'a/b/c' },
        ].map((move) => ({ from: key(move.from), to: key(move.to) }));
        const move = moves[what]!;
        const moved = (old: string) =>
          old === move.from || old.startsWith(`${move.from}/`) ? move.to + old.slice(move.from.length) : old;
        const [program, configuration] = documents.map((document) => moved(document.key));
        const found = movedPaths(documents, [move]);
        changed += found.length;
        const [before, ...others] = candidatePaths(
          path,
          around(
            documents[0]!.key,
            documents.map((document) => document.key),
          ),
        );
        if (before === undefined || others.length > 0) return;
        const [after] = candidatePaths(found[0]?.path ?? path, around(program!, [program!, configuration!]));
        assert.equal(after, configuration);
      },
    ),
    runs(150),
  );
  assert.ok(changed > 25);
});

const around = (from: string, keys: readonly string[]) => ({
  from,
  folder: 'file:///folder',
  has: (key: string) => keys.includes(key),
  called: () => [],
});
