// The releases of TensorFlow that have each name: the data, and the rules' diagnostics at both ends.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  allEntries,
  type Entry,
  findEntry,
  isLacking,
  type Lifetime,
  lifetimeOf,
  lifetimeText,
  members,
  parameterLifetime,
  pastParameters,
} from '../../../server/src/catalogue';
import { isBefore } from '../../../server/src/catalogue/releases';
import versions from '../../../server/src/catalogue/tensorflow/versions.json';
import { readPython } from '../../../server/src/dataflow/calls/python-file';
import { diagnosePython } from '../../../server/src/languages/python/diagnostics';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { runningOn } from '../../support/running-on';

const DATES = /^(?:[12]\.\d+<)?(?:[12]\.\d+)?(?:\.\.[12]\.\d+<[12]\.\d+)?$/;
const EMBEDDING = 'tensorflow.tpu.experimental.embedding';

/** Diagnostics of the version rules for a program that runs on a release. */
const verdicts = (text: string, release: string) =>
  diagnosePython(readPython(text, { environment: runningOn(release) })!, DEFAULT_SETTINGS).filter(
    ({ code, message }) =>
      code === 'newer-api' || code === 'removed-api' || / any more\. It was removed /.test(message),
  );

const errorsIn = (text: string, release: string) =>
  verdicts(text, release).filter(({ severity }) => severity === 'error');

/** A name is missing on the last release without it and present on the first with it; likewise at its end. */
function proveEnds(text: string, { notIn, since, until, goneIn }: Lifetime): void {
  const without = [notIn, goneIn].flatMap((release) => release ?? []);
  for (const release of without) {
    const messages = errorsIn(text, release).map(({ message }) => message);
    const other = release === notIn ? since : until;
    assert.ok(
      messages.some((message) => message.includes(`runs on ${release} `) && message.includes(` ${other}`)),
      `${release}: ${messages.join(' | ') || 'no error'}\n${text}`,
    );
  }
  for (const release of [since, until]) if (release) assert.deepEqual(errorsIn(text, release), [], text);
}

test('versions.json has releases in order, for names of the catalogue or former names of TensorFlow', () => {
  for (const [parent, names] of Object.entries(versions))
    for (const [name, dates] of Object.entries(names))
      for (const text of typeof dates === 'string' ? [dates] : Object.values<string>(dates)) {
        assert.match(text, DATES, `${parent}.${name}`);
        const releases = text.split(/<|\.\.(?=\d+\.)/).filter(Boolean);
        releases.reduce((before, after) => {
          assert.ok(before === after || isBefore(before, after), `${parent}.${name}: ${text}`);
          return after;
        });
        if (!text.includes('..'))
          assert.ok(findEntry(`${parent}.${name}`), `${parent}.${name} is not catalogued.`);
      }
});

test('every op, class and function of TensorFlow in the catalogue has dates', () => {
  const undated = allEntries().filter(
    (entry) =>
      !entry.foreign &&
      entry.library === 'tensorflow' &&
      !['module', 'constant'].includes(entry.kind) &&
      !lifetimeOf(entry.id, entry),
  );
  // They are older than all examined releases.
  assert.deepEqual(
    undated.map(({ name }) => name).filter((name) => !/^(?:initialize|shutdown)_system/.test(name)),
    [],
  );
});

const dated: [what: string, dates: Lifetime | undefined][] = [
  ['AdagradMomentum', lifetimeOf(`${EMBEDDING}.AdagradMomentum`)],
  ['clipvalue', parameterLifetime(findEntry(`${EMBEDDING}.Adam`)!, 'clipvalue')],
];

test('release dates are written as sentences', () => {
  assert.deepEqual(
    dated.map(([what, dates]) => `${what}: ${lifetimeText(dates!)}`),
    ['AdagradMomentum: Since TensorFlow 2.9.', 'clipvalue: Since TensorFlow 2.4.'],
  );
  assert.equal(
    lifetimeText(lifetimeOf(`${EMBEDDING}.CustomCombiner`)!),
    'Since TensorFlow 2.21, or a release after 2.16.',
  );
  assert.equal(
    lifetimeText(lifetimeOf('tensorflow.python.tpu.tpu_embedding.AdagradMomentumParameters')!),
    'Since TensorFlow 2.7. Removed in TensorFlow 2.16.',
  );
});

test('a release between the last one without a name and the first one with it counts as having it', () => {
  const lifetime = lifetimeOf(`${EMBEDDING}.CustomCombiner`)!;
  const lacks = (release: string) => isLacking(runningOn(release), lifetime);
  assert.deepEqual(['2.16', '2.17', '2.20', '2.21'].map(lacks), [true, false, false, false]);
});

const isPublic = ({ kind }: Entry) => kind === 'class' || kind === 'function';
const publicEntries = [...members(EMBEDDING).values()].filter(isPublic);

suite('each member of tf.tpu.experimental.embedding is an error on the last release without it', () => {
  for (const entry of publicEntries)
    test(entry.name, () =>
      proveEnds(
        `import tensorflow as tf\nx = tf.tpu.experimental.embedding.${entry.name}\n`,
        lifetimeOf(entry.id)!,
      ),
    );
});

suite('each argument is an error on the last release without it', () => {
  for (const entry of publicEntries)
    for (const name of [...entry.parameters.map((parameter) => parameter.name), ...pastParameters(entry)]) {
      const lifetime = parameterLifetime(entry, name);
      if (lifetime)
        test(`${entry.name}.${name}`, () =>
          proveEnds(
            `import tensorflow as tf\nx = tf.tpu.experimental.embedding.${entry.name}(${name}=given)\n`,
            lifetime,
          ));
    }
});

suite('each raw op, and each of its arguments, is an error on the last release without it', () => {
  for (const entry of members('tensorflow.raw_ops').values())
    test(entry.name, () => {
      proveEnds(`import tensorflow as tf\nx = tf.raw_ops.${entry.name}\n`, lifetimeOf(entry.id)!);
      for (const { name } of entry.parameters) {
        const lifetime = parameterLifetime(entry, name);
        if (lifetime)
          proveEnds(`import tensorflow as tf\nx = tf.raw_ops.${entry.name}(${name}=given)\n`, lifetime);
      }
    });
});

suite('a removed name is an error on the first release without it, and a warning if that is unknown', () => {
  for (const [parent, names] of Object.entries(versions))
    for (const [name, dates] of Object.entries(names)) {
      const text = typeof dates === 'string' ? dates : dates[''];
      if (!text?.includes('..') || parent.includes('_pb2')) continue;
      test(`${parent}.${name}`, () => {
        const program = `from ${parent} import ${name}  # tpu_embedding\n`;
        const { library, until, goneIn } = lifetimeOf(`${parent}.${name}`)!;
        proveEnds(program, { library, until: until!, goneIn: goneIn! });
        const [verdict] = diagnosePython(readPython(program)!, DEFAULT_SETTINGS);
        assert.deepEqual([verdict?.code, verdict?.severity], ['removed-api', 'warning']);
      });
    }
});
