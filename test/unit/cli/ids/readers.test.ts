// Files of ids: what each format holds, what is wrong in them and where, and that no bytes do worse than a message.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { chunksOf } from '../../../../server/src/cli/ids/chunks';
import { readCounts } from '../../../../server/src/cli/ids/counts';
import { readCsv } from '../../../../server/src/cli/ids/csv';
import { Batches, wantedColumns } from '../../../../server/src/cli/ids/observe';
import { blocksOf } from '../../../../server/src/cli/ids/open';
import { IdsProblem } from '../../../../server/src/cli/ids/problem';
import { stackTables } from '../../../../server/src/sizing/sparsecore/stacks';
import { runs } from '../../../property/runs';

const FOLDER = 'test/fixtures/ids';
const folder = mkdtempSync(join(tmpdir(), 'ids-'));
after(() => rmSync(folder, { recursive: true }));

/** As scripts/fixtures/ids.py has them. */
const users = Array.from({ length: 40 }, (_, i) =>
  i === 5 ? [] : Array.from({ length: i % 5 }, (_, j) => (i * 37 + j * j) % 100),
);
const items = Array.from({ length: 40 }, (_, i) => [(i * i) % 1000]);

const WANTED = [
  { name: 'user', vocabularySize: 100 },
  { name: 'item', vocabularySize: 1000 },
];

interface Read {
  /** Of each column, the ids of each sample. */
  readonly columns: readonly (readonly (readonly number[])[])[];
  readonly problem?: string;
}

async function read(path: string, wanted = WANTED): Promise<Read> {
  const columns: number[][][] = wanted.map(() => []);
  try {
    for await (const block of await blocksOf(path, wanted))
      for (const [i, { ids, ends }] of block.columns.entries())
        for (let sample = 0; sample < block.samples; sample++)
          columns[i]!.push([...ids.subarray(sample > 0 ? ends![sample - 1] : 0, ends![sample])]);
  } catch (error) {
    if (!(error instanceof IdsProblem)) throw error;
    const { row, column } = error.at;
    return { columns, problem: `${row ?? ''} ${column ?? ''} ${error.message}` };
  }
  return { columns };
}

function written(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const readText = (text: string, wanted = WANTED) => read(written('ids.csv', text), wanted);

for (const name of readdirSync(FOLDER))
  test(`${name} has the ids that its writer got`, async () => {
    const own = name.endsWith('tfrecord') ? users.with(10, []) : users;
    assert.deepEqual(await read(join(FOLDER, name)), { columns: [own, items] });
  });

test('a cell of CSV has one id, several or none', async () => {
  const rows = 'item,note,user\r\n1,"a ""b"",\nc",2\n3,,"[4, 5,6]"\n\n7,x,\n8,x,9|9;10\n11,x,12.0';
  assert.deepEqual(await readText(rows), {
    columns: [
      [[2], [4, 5, 6], [], [9, 9, 10], [12]],
      [[1], [3], [7], [8], [11]],
    ],
  });
  const tabs = 'user\titem\n1, 2\t3\n(4)\t5\n';
  assert.deepEqual(await readText(tabs), {
    columns: [
      [[1, 2], [4]],
      [[3], [5]],
    ],
  });
  assert.deepEqual(await readText('item;user\n1;2 3\n4;\n'), {
    columns: [
      [[2, 3], []],
      [[1], [4]],
    ],
  });
});

test('what is wrong in CSV is told with row and column, after the rows before it', async () => {
  const problems = {
    '3,100': /^2 user The id 100 is not in the table, which has the ids 0 to 99\.$/,
    '3,-5': /^2 user The id -5 is negative\.$/,
    '3,4.5': /^2 user "4\.5" is no id: ids are whole numbers\.$/,
    '3,nan': /^2 user "nan" is no id/,
    '3,12\r13': /^2 user "12" is no id|^2 user "12 ?13?" is no id/,
    '3,99999999999999999999999': /^2 user The id 1e\+23 is not in the table/,
    '3': /^2 {2}The line has 1 of 2 cells\.$/,
    '3,4,5': /^2 {2}The line has more cells than the header, which has 2\.$/,
    '3,"4"5': /^2 user A quoted cell goes on behind its quote\.$/,
  };
  for (const [line, problem] of Object.entries(problems)) {
    const found = await readText(`item,user\n1,2\n${line}\n`);
    assert.deepEqual(found.columns, [[[2]], [[1]]], line);
    assert.match(found.problem ?? '', problem);
  }
  assert.match(
    (await readText('item,user\n1,2\n3')).problem ?? '',
    /^2 {2}The line has 1 of 2 cells\. The file may be cut off\.$/,
  );
  assert.match(
    (await readText('item,user\n1,2\n3,"4')).problem ?? '',
    /^2 user The file ends in a quoted cell\.$/,
  );
  assert.match(
    (await readText('item,who\n1,2\n')).problem ?? '',
    /There is no column "user".* Found: "item", "who"\.$/,
  );
  assert.match((await readText('')).problem ?? '', /There is no column "user", "item"/);
  assert.match((await readText('item,user,user\n1,2,3\n')).problem ?? '', /Two columns have this name\.$/);
});

test('chunks may end anywhere', async () => {
  const text = Buffer.from('item,x,user\r\n1,"a,""\nb","2, 3"\r\n4,,5.0\r\n6,é,"[]"\r\n');
  for (let size = 1; size < text.length; size++) {
    const chunks = (async function* () {
      for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
    })();
    const found: number[][] = [];
    for await (const { columns } of readCsv(chunks, WANTED))
      for (const { ids, ends } of columns) found.push([...ids], [...ends!]);
    assert.deepEqual(
      found,
      [
        [2, 3, 5],
        [2, 3, 3],
        [1, 4, 6],
        [1, 2, 3],
      ],
      String(size),
    );
  }
});

test('ids that are not in the table are told of all formats, with their row', async () => {
  const few = [WANTED[0]!, { name: 'item', vocabularySize: 900 }];
  for (const name of readdirSync(FOLDER)) {
    const { columns, problem } = await read(join(FOLDER, name), few);
    assert.deepEqual(columns[1], items.slice(0, 30), name);
    assert.match(problem ?? '', /^31 item The id 900 is not in the table, which has the ids 0 to 899\.$/);
    const other = await read(join(FOLDER, name), [{ name: 'name', vocabularySize: 1 }]);
    assert.match(other.problem ?? '', /^1? ?name .*(BYTE_ARRAY|bytes)/, name);
    assert.match(
      (await read(join(FOLDER, name), [{ name: 'no', vocabularySize: 1 }])).problem ?? '',
      /no column "no"/,
    );
  }
});

test('broken and truncated files end in a message, and what is read before is right', async () => {
  const names = readdirSync(FOLDER);
  const files = new Map(names.map((name) => [name, new Uint8Array(readFileSync(join(FOLDER, name)))]));
  const csv = new TextEncoder().encode(
    `user,item\n${users.map((ids, i) => `"${ids}",${items[i]}\n`).join('')}`,
  );
  files.set('text.csv', csv);
  const property = fc.asyncProperty(
    fc.constantFrom(...files.keys()),
    fc.array(fc.tuple(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), fc.nat(255)), {
      maxLength: 4,
    }),
    fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 2 }),
    async (name, changes, kept) => {
      const whole = files.get(name)!;
      const bytes = whole.slice(0, kept === null ? whole.length : Math.floor(kept * whole.length));
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[Math.floor(at * bytes.length)] = byte;
      const { columns, problem } = await read(written(`broken-${name}`, bytes));
      assert.ok(problem === undefined || /\.$/.test(problem), problem);
      // Checksums guard TFRecords; text that is cut off is right up to its last line.
      if (name === 'plain.tfrecord' || (name === 'text.csv' && changes.length === 0)) {
        const own = name === 'text.csv' ? users : users.with(10, []);
        const samples = columns[0]!.length - (name === 'text.csv' ? 1 : 0);
        if (samples > 0) assert.deepEqual(columns[0]!.slice(0, samples), own.slice(0, samples));
      }
    },
  );
  await fc.assert(property, runs(1500));
});

test('any bytes are read to a message or to their end', async () => {
  const property = fc.asyncProperty(
    fc.constantFrom('', 'PAR1', 'item,user\n'),
    fc.uint8Array({ maxLength: 200 }),
    fc.constantFrom('.csv', '.parquet', '.tfrecord'),
    async (head, tail, ending) => {
      const bytes = new Uint8Array([
        ...new TextEncoder().encode(head),
        ...tail,
        ...(head === 'PAR1' ? [80, 65, 82, 49] : []),
      ]);
      await read(written(`any${ending}`, bytes));
    },
  );
  await fc.assert(property, runs(500));
});

test('rows make batches, and samples of a batch are split over SparseCores in order', async () => {
  const CHIPS = { partitions: 1, sparseCoresPerPartition: 4 };
  const made = stackTables(
    [
      {
        name: 't',
        vocabularySize: 64,
        embeddingDim: 8,
        optimizer: '',
        combiner: '',
        maxIds: 2,
        maxUniqueIds: null,
      },
    ],
    [{ name: 'user', table: 't', samples: 6 }],
    CHIPS,
    [],
  );
  assert.ok('stacks' in made);
  const batches = new Batches(made.stacks, wantedColumns(made.stacks), 4, 6);
  // Samples 0 and 1 are of SparseCore 0, 2 of 1, 3 and 4 of 2, and 5 of 3.
  const rows = [[0, 4, 4], [8, 0], [], [1], [1, 1, 5], [3], [0], [0], [0], [0], [0], [0], [9, 9]];
  const text = `user\n${rows.map((ids) => `"${ids.join(' ')}"\n`).join('')}`;
  for await (const block of await blocksOf(written('batches.csv', text), WANTED.slice(0, 1)))
    batches.take(block);
  const { traffic, samples, batches: count } = batches.observed();
  assert.deepEqual([samples, count], [13, 2]);
  assert.deepEqual(traffic.get('t'), {
    ids: { expected: 3, quantile: 4 },
    uniqueIds: { expected: 2, quantile: 3 },
    dropped: (2 + 1) / 2,
  });
});

test('counts are of ids, or of one row after the other', async () => {
  const user = { name: 'u', vocabularySize: 10 };
  const one = new Map([
    ['u', user],
    ['f', user],
  ]);
  const both = new Map([...one, ['v', { name: 'v', vocabularySize: 5 }]]);
  const counts = async (text: string, tables: Parameters<typeof readCounts>[1]) => {
    try {
      return Object.fromEntries(await readCounts(chunksOf(written('counts', text)), tables));
    } catch (error) {
      return error instanceof IdsProblem
        ? `${error.at.row ?? ''} ${error.message}`
        : assert.fail(String(error));
    }
  };
  assert.deepEqual(await counts('5\n0\n7', one), {
    u: [
      [0, 5],
      [2, 7],
    ],
  });
  assert.deepEqual(await counts('id,count\n3,1.5\n1,2\n', one), {
    u: [
      [1, 2],
      [3, 1.5],
    ],
  });
  assert.deepEqual(await counts('f;3;1\nv;4;2\n', both), { u: [[3, 1]], v: [[4, 2]] });
  assert.match(String(await counts('3,1\n', both)), /^1 There are several tables/);
  assert.match(String(await counts('u,3,1\nw,3,1\n', both)), /^2 There is no table or feature "w"\.$/);
  assert.match(String(await counts('3,1\n10,1\n', one)), /^2 The id 10 is not in the table "u"/);
  assert.match(String(await counts('3,1\n3,1\n', one)), / The id 3 of the table "u" is counted twice\.$/);
  assert.match(String(await counts('3,1\n4,x\n', one)), /^2 "x" is no count/);
});
