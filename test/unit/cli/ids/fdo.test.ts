// What runs of jax-tpu-embedding observed: files of its FDO clients and logs, and what is wrong in them.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { crc32 } from '../../../../server/src/basics/crc32';
import { readRuns } from '../../../../server/src/cli/ids/fdo';
import { IdsProblem } from '../../../../server/src/cli/ids/problem';
import { observedIn } from '../../../../server/src/cli/ids/runs-of-stacks';
import { stackTables } from '../../../../server/src/sizing/sparsecore/stacks';
import { runs } from '../../../property/runs';

const FOLDER = 'test/fixtures/fdo';
const folder = mkdtempSync(join(tmpdir(), 'fdo-'));
after(() => rmSync(folder, { recursive: true }));

const CHIPS = { partitions: 2, sparseCoresPerPartition: 4 };

function written(name: string, text: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const read = async (...paths: readonly string[]) =>
  Object.fromEntries(await readRuns(paths, CHIPS)) as Record<string, unknown>;

async function problemOf(path: string): Promise<string | undefined> {
  try {
    await readRuns([path], CHIPS);
  } catch (error) {
    if (!(error instanceof IdsProblem)) throw error;
    const { row, column, file } = error.at;
    assert.equal(file, path);
    return `${row ?? ''} ${column ?? ''} ${error.message}`;
  }
  return undefined;
}

/** As scripts/fixtures/fdo.py has it, of both processes. */
const USERS = { ids: [14, 20, 40], uniqueIds: [7, 10, 20], buffer: [384, 384, 384], isLogged: false };

test('the newest file of each process counts, and a step is what all of them have in it', async () => {
  const npz = join(FOLDER, 'npz');
  assert.deepEqual(await read(npz), { users: { ...USERS, dropped: [0, 1, 3] } });
  assert.deepEqual(await read(join(FOLDER, 'csv')), { users: { ...USERS, dropped: [] } });
  const [old, young] = ['fdo_stats_0_1000.npz', 'fdo_stats_0_2000.npz'].map((name) => join(npz, name));
  assert.deepEqual(await read(young!, old!), await read(young!));
  assert.notDeepEqual(await read(old!), await read(young!));
  cpSync(old!, join(folder, 'renamed.npz'));
  assert.deepEqual(await read(join(folder, 'renamed.npz')), await read(old!));
});

const LOG = `W1128 12:00:00.1 7 sort_and_group_coo_tensors_impl.h:55] Allowing ID dropping for table: users observed max ids per partition: 300 is greater than the set max ids per partition: 256
some other line
W1128 12:00:00.2 7 sort_and_group_coo_tensors_impl.h:55] Allowing ID dropping for table: users observed max ids per partition: 500 is greater than the set max ids per partition: 256
W1128 12:00:00.3 7 input_preprocessing.cc:475] Required usage 12.50% (1200 bytes) of computed/given buffer size (9600 bytes) for stacked table users (Wasted space: 8400 bytes, Buffer shortfall: 0 bytes)
I1128 12:00:00.4 7 sort_and_group_coo_tensors_impl.h:159] For table a b on local SparseCore 0: Observed ids per global SparseCore partition:  5
12
 7
I1128 12:00:00.4 7 sort_and_group_coo_tensors_impl.h:164] For table a b on local SparseCore 0: Observed unique ids per global SparseCore partition: 3
4
F1128 12:00:00.5 7 sort_and_group_coo_tensors_impl.h:79] Observed max unique ids per partition: 80 for table: items is greater than the set max unique ids per partition: 64. Use \`allow_id_dropping\` or increase the \`max_ids_per_partition\`. You could also try to reduce the batch size.
`;

test('lines of logs are those of steps', async () => {
  const found = await read(written('train.log', LOG));
  const none = { ids: [], uniqueIds: [], buffer: [], dropped: [], isLogged: true };
  assert.deepEqual(found, {
    users: { ...none, ids: [300, 500], buffer: [100] },
    'a b': { ...none, ids: [12], uniqueIds: [4] },
    items: { ...none, uniqueIds: [80] },
  });
});

function stacksOf(...names: readonly string[]) {
  const table = (name: string) => ({
    name,
    vocabularySize: 1000,
    embeddingDim: 8,
    optimizer: 'sgd',
    combiner: 'sum',
    maxIds: null,
    maxUniqueIds: null,
  });
  const features = names.map((name) => ({ name, table: name, samples: 64 }));
  const found = stackTables(names.map(table), features, CHIPS, []);
  return 'stacks' in found ? found.stacks : [];
}

test('what a run observed are the figures of stacks', async () => {
  const { traffic, buffers, what } = observedIn(
    await readRuns([join(FOLDER, 'npz')], CHIPS),
    stacksOf('users', 'items'),
  );
  assert.deepEqual([...traffic.keys(), ...buffers!], ['users', ['users', 384]]);
  const { ids, uniqueIds, dropped } = traffic.get('users')!;
  assert.deepEqual([ids.quantile, uniqueIds.quantile, dropped], [40, 20, 0]);
  assert.ok(Math.abs(ids.expected - 74 / 3) < 1e-9);
  assert.match(what.join('\n'), /the run dropped 1\.33 ids of "users" a step/);
  const logged = observedIn(await readRuns([written('train.log', LOG)], CHIPS), stacksOf('users'));
  const users = logged.traffic.get('users')!;
  assert.deepEqual([users.ids.quantile, users.uniqueIds.quantile, users.dropped], [500, 256, undefined]);
  assert.match(logged.what.join('\n'), /no line about too many unique ids of "users".* 256 is enough/);
  const runsOfUsers = await readRuns([join(FOLDER, 'csv')], CHIPS);
  assert.throws(() => observedIn(runsOfUsers, stacksOf('items')), /said of "items"\. Found: "users"\./);
});

/** An archive of one array. */
function npz(name: string, header: string, data: Uint8Array, isPacked = false): Uint8Array {
  const head = Buffer.from(`\x93NUMPY\x01\0\0\0${header}`, 'latin1');
  head.writeUInt16LE(header.length, 8);
  const array = Buffer.concat([head, data]);
  const packed = isPacked ? deflateRawSync(array) : array;
  const common = Buffer.alloc(26);
  common.writeUInt16LE(isPacked ? 8 : 0, 4);
  common.writeUInt32LE(crc32(array), 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(array.length, 18);
  common.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\0\0'), common, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, entry, end]);
}

const headerOf = (shape: string, descr = '<i8', order = 'False') =>
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${shape}), }`;
const int32 = (...numbers: readonly number[]) => new Uint8Array(Int32Array.from(numbers).buffer);

test('arrays of NumPy: both widths, both orders, packed or not', async () => {
  const ids = async (bytes: Uint8Array) =>
    ((await read(written('own.npz', bytes)))['t'] as { ids: number[] }).ids;
  const eight = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual(await ids(npz('t_max_ids.npy', headerOf('8,', '<i4'), int32(...eight), true)), [8]);
  assert.deepEqual(await ids(npz('t_max_ids.npy', headerOf('2, 1', '<i4'), int32(5, 9))), [5, 9]);
  const columns = int32(...eight.flatMap((n) => [n, 10 * n]));
  assert.deepEqual(await ids(npz('t_max_ids.npy', headerOf('2, 8', '<i4', 'True'), columns)), [8, 80]);
});

test('what is wrong in a file is told, and where', async () => {
  const array = (...args: Parameters<typeof npz>) => problemOf(written('wrong.npz', npz(...args)));
  const good = headerOf('8,', '<i4');
  const eight = int32(1, 2, 3, 4, 5, 6, 7, 8);
  assert.match(
    (await array('t_max_id.npy', good, eight))!,
    /"t_max_id" is the name of a stack with none of _max_ids/,
  );
  assert.match(
    (await array('t_max_ids.npy', headerOf('8,', '<f8'), eight))!,
    /t_max_ids .*not of the type int32/,
  );
  assert.match((await array('t_max_ids.npy', headerOf('9,', '<i4'), eight))!, /size that it says/);
  assert.match((await array('t_max_ids.npy', headerOf('2, 2, 2', '<i4'), eight))!, /3 dimensions/);
  assert.match(
    (await array('t_max_ids.npy', headerOf('2,', '<i4'), int32(1, 2)))!,
    /2 numbers a step, and 8 .*Give --tpu or --chips/,
  );
  const csv = (text: string) => problemOf(written('wrong.csv', text));
  assert.match((await csv('key,values\nt_max_ids,1 2 x\n'))!, /^2 t_max_ids "x" is no number/);
  assert.match((await csv('key,values\n\nt,1\n'))!, /^3 {2}"t" is the name/);
  assert.match((await problemOf(folder))!, /no file such as fdo_stats_0/);
});

const file = readFileSync(join(FOLDER, 'npz/fdo_stats_0_2000.npz'));

test('a file that is cut off or broken does no worse than a message', async () => {
  for (let length = 2; length < file.length; length += 13)
    assert.match((await problemOf(written('cut.npz', file.subarray(0, length))))!, /cut off|broken/);
  const byte = fc.record({ at: fc.nat(file.length - 1), to: fc.nat(255) });
  await fc.assert(
    fc.asyncProperty(fc.array(byte, { minLength: 1, maxLength: 4 }), async (bytes) => {
      const broken = Uint8Array.from(file);
      for (const { at, to } of bytes) broken[at] = to;
      await problemOf(written('broken.npz', broken));
    }),
    runs(200),
  );
});
