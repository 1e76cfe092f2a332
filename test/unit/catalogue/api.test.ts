import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { registry } from '../../../scripts/fixtures/registry.mjs';
import {
  allEntries,
  type Entry,
  findEntry,
  libraryOf,
  members,
  type Parameter,
  parameterFor,
  type Role,
  type Setting,
  type Type,
} from '../../../server/src/catalogue';
import type { Library } from '../../../server/src/catalogue/libraries';
import { builtin } from '../../../server/src/schema/builtin';

interface OpArg {
  name: string;
  type?: string;
  type_attr?: string;
  type_list_attr?: string;
  number_attr?: string;
}
interface OpAttr {
  name: string;
  type: string;
  minimum?: number;
  default_value?: Record<string, unknown>;
  allowed_values?: { list: { type: string[] } };
}
interface RegisteredOp {
  name: string;
  python_name: string;
  parameters: { name: string; default?: string }[];
  op_def: { input_arg?: OpArg[]; output_arg?: OpArg[]; attr?: OpAttr[]; is_stateful?: boolean };
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const OPS: RegisteredOp[] = read('test/fixtures/api/tensorflow-ops.json');
const PYTHON = read('test/fixtures/api/tensorflow-python-api.json');

const DTYPES: Record<string, string> = {
  DT_FLOAT: 'float32',
  DT_DOUBLE: 'float64',
  DT_INT32: 'int32',
  DT_INT64: 'int64',
  DT_UINT32: 'uint32',
  DT_STRING: 'string',
  DT_BOOL: 'bool',
};

const own = allEntries().filter(({ foreign }) => !foreign);
const entry = (name: string): Entry => findEntry(name) ?? assert.fail(`${name} is not catalogued.`);
const parameter = (name: string, parameterName: string): Parameter =>
  entry(name).parameters.find((p) => p.name === parameterName) ?? assert.fail(`No ${parameterName}.`);

/** Name and default in the fixture's notation. */
const signature = (parameters: readonly { name: string; default?: string }[]) =>
  parameters.map((p) => ({ name: p.name, default: p.default?.replace(/^(-?)inf$/, "float('$1inf')") }));
const signatureOf = (e: Entry) => signature(e.parameters);

test("registry.json is generated from TensorFlow's op definitions", () => {
  assert.deepEqual(read('server/src/catalogue/tensorflow/registry.json'), registry(OPS, PYTHON));
});

test('every raw op has the parameters, defaults and properties that TensorFlow registers', () => {
  assert.equal(OPS.length, 77);
  for (const op of OPS) {
    const raw = entry(`tensorflow.raw_ops.${op.name}`);
    assert.equal(raw.kind, 'op');
    assert.equal(raw.keywordOnly, true);
    assert.deepEqual(signatureOf(raw), signature(op.parameters), op.name);
    assert.deepEqual(
      raw.parameters.map(({ required }) => required),
      op.parameters.map((p) => p.default === undefined),
    );
    assert.equal(raw.op?.stateful, op.op_def.is_stateful ?? false, op.name);
    const args = (list: OpArg[] = []) =>
      list.map(({ name, type, type_attr, type_list_attr, number_attr }) => ({
        name,
        type: type ? DTYPES[type] : (type_attr ?? type_list_attr),
        ...(number_attr && { numberAttr: number_attr }),
      }));
    assert.deepEqual(raw.op?.inputs, args(op.op_def.input_arg), op.name);
    assert.deepEqual(raw.op?.outputs, args(op.op_def.output_arg), op.name);
    assert.deepEqual(
      raw.op?.attrs.map(({ name, minimum, allowed }) => ({ name, minimum, allowed })),
      (op.op_def.attr ?? []).map(({ name, minimum, allowed_values }) => ({
        name,
        minimum: minimum === undefined ? undefined : Number(minimum),
        allowed: allowed_values?.list.type.map((t) => DTYPES[t]),
      })),
      op.name,
    );
  }
});

test('catalogued types agree with the op registry', () => {
  for (const op of OPS) {
    const attrs = new Map((op.op_def.attr ?? []).map((attr) => [attr.name, attr]));
    for (const input of op.op_def.input_arg ?? []) {
      const { type } = parameter(`tensorflow.raw_ops.${op.name}`, input.name);
      const where = `${op.name}.${input.name}`;
      const item = type.of === 'list' ? type.item : type;
      assert.equal(type.of, input.number_attr || input.type_list_attr ? 'list' : 'tensor', where);
      assert.equal(item.of, 'tensor', where);
      const allowed = attrs.get(input.type_attr ?? '')?.allowed_values?.list.type ?? [input.type ?? ''];
      if (item.of === 'tensor' && !input.type_list_attr)
        assert.deepEqual([...(item.dtypes ?? [])].sort(), allowed.map((t) => DTYPES[t]).sort(), where);
      const minimum = Number(attrs.get(input.number_attr ?? input.type_list_attr ?? '')?.minimum ?? 0);
      if (type.of === 'list') assert.equal(type.minLength ?? 0, minimum, where);
    }
    for (const attr of attrs.values()) {
      const found = entry(`tensorflow.raw_ops.${op.name}`).parameters.find(({ name }) => name === attr.name);
      if (found?.type.of === 'int')
        assert.equal(found.type.accepts?.min, attr.minimum === undefined ? undefined : Number(attr.minimum));
    }
  }
});

test('parallel list arguments refer to lists of the same length', () => {
  const type = (name: string) => parameter('tensorflow.raw_ops.EnqueueTPUEmbeddingSparseBatch', name).type;
  assert.deepEqual(type('embedding_indices'), {
    of: 'list',
    item: { of: 'tensor', dtypes: ['int32', 'int64'], typeAttr: 'T2', expectsRanks: [1] },
    minLength: 1,
    lengthOf: 'sample_indices',
  });
  assert.deepEqual(type('combiners'), {
    of: 'list',
    item: { of: 'str', orBytes: true, expects: ['sum', 'mean', 'sqrtn'] },
    lengthOf: 'embedding_indices',
    orEmpty: true,
  });
});

test('the wrapper functions around ops are those of TensorFlow', () => {
  for (const [name, parameters] of Object.entries<Parameter[]>(PYTHON['tensorflow.python.tpu.ops.tpu_ops']))
    assert.deepEqual(
      signatureOf(entry(`tensorflow.python.tpu.ops.tpu_ops.${name}`)),
      signature(parameters),
      name,
    );
  for (const op of OPS) {
    const generated =
      findEntry(`tensorflow.python.ops.gen_tpu_ops.${op.python_name}`) ??
      entry(`tensorflow.python.tpu.ops.gen_xla_ops.${op.python_name}`);
    assert.equal(generated.kind, 'function');
    assert.equal(generated.keywordOnly, undefined);
    assert.equal(generated.op?.name, op.name);
    assert.deepEqual(signatureOf(generated), signature(op.parameters), op.name);
  }
});

test('the members of tf.tpu.experimental.embedding are those of TensorFlow', () => {
  const expected = PYTHON['tf.tpu.experimental.embedding'] as Record<
    string,
    { kind: string; module: string; parameters: { name: string; default?: string }[] }
  >;
  const path = 'tensorflow.tpu.experimental.embedding';
  assert.deepEqual([...members(path).keys()].sort(), Object.keys(expected).sort());
  for (const [name, { kind, module, parameters }] of Object.entries(expected)) {
    const member = entry(`${path}.${name}`);
    assert.equal(member.kind, kind);
    assert.deepEqual(signatureOf(member), signature(parameters), name);
    assert.ok(
      member.qualifiedNames.some((qualified) => qualified.startsWith(`${module}.`)),
      name,
    );
  }
});

test('everything is documented in whole sentences', () => {
  const sentence = /[.)…]$|[.:]\n/;
  for (const { id, summary, doc, returns, parameters, kind } of allEntries()) {
    assert.match(summary, /\.$/, id);
    assert.doesNotMatch(summary, /\n/, id);
    if (doc !== '') assert.match(doc, sentence, id);
    if (['op', 'function', 'method', 'class'].includes(kind)) assert.match(returns, /\.$/, id);
    for (const { name, doc: words } of parameters) assert.match(words, sentence, `${id}.${name}`);
  }
});

test('documentation has no traces of its source markup', () => {
  for (const { id, summary, doc, returns, parameters } of own)
    for (const text of [summary, doc, returns, ...parameters.map((p) => p.doc)]) {
      assert.doesNotMatch(text, /undefined|\[object|\\|\$\{| {2}|TODO/, id);
      assert.equal((text.match(/`/g) ?? []).length % 2, 0, `${id}: ${text}`);
      // "None is refused" would be ambiguous.
      assert.doesNotMatch(text.replaceAll(/`[^`]*`/g, ''), /\b(None|True|False)\b/, id);
    }
});

/** Arguments with the same meaning under different names. */
const SYNONYMS = [
  ['momentum', 'momenta'],
  ['optimizer_custom_computation', 'custom_computation'],
  ['num_sc_per_device', 'num_sparsecore_per_device'],
  ['num_shards', 'num_sc', 'num_sparse_cores'],
  ['sharding_strategy', 'table_sharding_strategy'],
  ['input_checkpoint_path', 'cross_topology_checkpoint_restore_path'],
  ['step', 'batch_number'],
];

test('arguments of different meaning have different documentation', () => {
  const names = new Map<string, Set<string>>();
  for (const { parameters, group } of own)
    if (group !== 'message')
      for (const { doc, name, sets = name } of parameters)
        names.set(doc, (names.get(doc) ?? new Set()).add(sets.slice(sets.lastIndexOf('.') + 1)));
  for (const [doc, shared] of names)
    assert.ok(
      shared.size === 1 || SYNONYMS.some((group) => [...shared].every((name) => group.includes(name))),
      `${[...shared].join(', ')} share: ${doc}`,
    );
});

test('summaries distinguish entries', () => {
  const seen = new Map<string, string>();
  for (const { id, summary, kind } of own.filter((e) => e.kind === 'op' || e.kind === 'class')) {
    if (kind === 'class' && id.startsWith('google.')) continue;
    assert.equal(seen.get(summary), undefined, `${id} and ${seen.get(summary)}`);
    seen.set(summary, id);
  }
});

test('every qualified name has one meaning, and every id is its first name', () => {
  const seen = new Map<string, string>();
  for (const { id, name, qualifiedNames } of allEntries()) {
    assert.equal(id, qualifiedNames[0]);
    assert.equal(name, id.slice(id.lastIndexOf('.') + 1));
    for (const qualified of qualifiedNames) {
      assert.match(qualified, /^[a-z]\w*(\.\w+)*$/);
      assert.equal(seen.get(qualified), undefined, `${qualified}: ${id} and ${seen.get(qualified)}`);
      seen.set(qualified, id);
      assert.equal(findEntry(qualified)?.id, id);
    }
  }
});

test("links to TensorFlow's pages are well-formed", () => {
  for (const { id, url } of allEntries())
    if (url !== undefined) {
      assert.equal(new URL(url).href, url, id);
      assert.match(url, /^https:\/\//);
    }
  assert.equal(
    entry('tensorflow.tpu.experimental.embedding.Adagrad').url,
    'https://www.tensorflow.org/api_docs/python/tf/tpu/experimental/embedding/Adagrad',
  );
  for (const op of OPS)
    assert.equal(
      entry(`tensorflow.raw_ops.${op.name}`).url,
      `https://www.tensorflow.org/api_docs/python/tf/raw_ops/${op.name}`,
    );
});

test('every name that an entry refers to exists', () => {
  const types = (type: Type): Type[] => {
    switch (type.of) {
      case 'list':
      case 'structure':
        return [type, ...types(type.item)];
      case 'tuple':
        return [type, ...type.items.flatMap(types)];
      case 'union':
        return [type, ...type.types.flatMap(types)];
      case 'dict':
        return [type, ...types(type.key), ...types(type.value)];
      default:
        return [type];
    }
  };
  for (const { id, parameters, removed, makes } of allEntries()) {
    const names = parameters.map(({ name }) => name);
    for (const { name, type } of parameters)
      for (const part of types(type)) {
        if (part.of === 'instance' && 'classes' in part)
          for (const target of part.classes) assert.equal(entry(target).id, target);
        if (part.of === 'list')
          for (const other of [part.lengthOf, part.expectsLengthOf])
            if (other) assert.ok(names.includes(other) && other !== name, `${id}.${name}`);
        if (part.of === 'tensor' && part.shapeOf && id.includes('.raw_ops.'))
          assert.ok(names.includes(part.shapeOf), `${id}.${name}`);
        if ((part.of === 'message' || part.of === 'serialized') && part.message.startsWith('tensorflow.'))
          assert.ok(builtin.message(part.message), part.message);
      }
    for (const source of [makes?.shape, makes?.value, makes?.dtype])
      if (source) assert.ok(names.includes(source), id);
    const migration = removed;
    const target = migration?.to && entry(migration.to);
    if (!migration || !target) continue;
    assert.deepEqual(migration.arguments.flatMap(({ from }) => from).sort(), [...names].sort(), id);
    const known = target.parameters.map(({ name }) => name);
    for (const to of [...migration.arguments.map((a) => a.to), ...migration.additions.map((a) => a.name)])
      if (to) assert.ok(known.includes(to), `${id} → ${target.id}.${to}`);
    for (const { unless } of migration.additions)
      for (const name of unless) assert.ok(names.includes(name), id);
  }
});

test('every field that an argument sets exists in the configuration', () => {
  for (const { id, parameters } of own)
    for (const { name, sets } of parameters) {
      if (!sets?.includes('_descriptor.')) continue;
      let message = builtin.message('tensorflow.tpu.TPUEmbeddingConfiguration');
      for (const part of sets.split('.')) {
        const field = message?.fieldsByName.get(part);
        assert.ok(field, `${id}.${name}: ${part} of ${sets}`);
        message = field.message;
      }
    }
});

test('a table, a feature and an embedding object have arguments for what they cannot do without', () => {
  const needed: Partial<Record<Role, readonly Setting[]>> = {
    table: ['vocabulary_size', 'dimension'],
    feature: ['table_id'],
    embedding: ['features'],
  };
  for (const each of own)
    for (const setting of (each.role && needed[each.role]) ?? [])
      assert.ok(parameterFor(each, setting), `${each.id}: ${setting}`);
});

test('a catalogued name is found by every path to it', () => {
  const same = (...names: string[]) =>
    assert.equal(new Set(names.map((name) => entry(name).id)).size, 1, names.join());
  same(
    'tensorflow.raw_ops.RecvTPUEmbeddingActivations',
    'tensorflow.compat.v1.raw_ops.RecvTPUEmbeddingActivations',
    'tensorflow.compat.v2.raw_ops.RecvTPUEmbeddingActivations',
    'tensorflow.compat.v1.compat.v2.raw_ops.RecvTPUEmbeddingActivations',
  );
  same(
    'tensorflow.tpu.experimental.embedding.Adagrad',
    'tensorflow.compat.v1.tpu.experimental.embedding.Adagrad',
    'tensorflow.python.tpu.tpu_embedding_v2_utils.Adagrad',
  );
  same(
    'tensorflow.tpu.experimental.embedding.TPUEmbeddingV2',
    'tensorflow.python.tpu.tpu_embedding_v3.TPUEmbeddingV2',
  );
  same(
    'tensorflow.tpu.experimental.embedding.TPUEmbeddingV0',
    'tensorflow.python.tpu.tpu_embedding_v1.TPUEmbeddingV0',
  );
  same(
    'tensorflow.tpu.experimental.embedding.TPUEmbedding.enqueue',
    'tensorflow.python.tpu.tpu_embedding_v2.TPUEmbedding.enqueue',
  );
  assert.deepEqual(entry('tensorflow.dtypes.float32').value, { dtype: 'float32' });
  assert.equal(
    entry('tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2.TPUEmbeddingConfiguration').message,
    'tensorflow.tpu.TPUEmbeddingConfiguration',
  );
  assert.deepEqual(
    entry('tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2.TPUEmbeddingConfiguration.TRAINING')
      .value,
    { enum: 'tensorflow.tpu.TPUEmbeddingConfiguration.Mode', number: 2 },
  );
  same(
    'google.protobuf.message.Message.SerializeToString',
    'tensorflow.core.protobuf.tpu.optimization_parameters_pb2.LearningRate.SerializeToString',
  );
  assert.equal(findEntry('tensorflow.raw_ops.MatMul'), undefined);
  assert.equal(findEntry('tensorflow.tpu.experimental.embedding_column'), undefined);
  assert.equal(findEntry(''), undefined);
});

test('members are listed under the requested path', () => {
  assert.equal(members('tensorflow.raw_ops').size, 77);
  assert.deepEqual([...members('tensorflow.tpu.experimental').keys()].sort(), [
    'DeviceAssignment',
    'Topology',
    'embedding',
    'initialize_tpu_system',
    'shutdown_tpu_system',
  ]);
  assert.ok(members('tensorflow.compat.v1.tpu.experimental').has('embedding_column'));
  assert.ok(members('tensorflow.compat.v1.tpu.experimental').has('AdagradParameters'));
  assert.ok(members('tensorflow').has('raw_ops'));
  assert.ok(members('tensorflow.tpu.experimental.embedding.TPUEmbedding').has('apply_gradients'));
  assert.equal(members('numpy').size, 0);
});

test('every removed name has a replacement', () => {
  const adam = entry('tensorflow.compat.v1.tpu.experimental.AdamParameters');
  assert.equal(adam.removed?.to, 'tensorflow.tpu.experimental.embedding.Adam');
  assert.deepEqual(
    adam.removed?.arguments.find(({ from }) => from.includes('clip_gradient_min')),
    { from: ['clip_gradient_min', 'clip_gradient_max'], to: 'clipvalue' },
  );
  assert.deepEqual(adam.removed?.additions, [{ name: 'epsilon', value: '1e-08', unless: ['epsilon'] }]);
});

test('every entry belongs to the library that its name starts with', () => {
  for (const { id, library } of allEntries()) assert.equal(library, libraryOf(id), id);
});

test("an embedding object's tables and features are recognised by role, not by name", () => {
  const known: readonly Library[] = ['tensorflow', 'recommenders'];
  const withRole = (role: Entry['role']) =>
    allEntries()
      .filter((e) => e.role === role && known.includes(e.library))
      .map((e) => `${e.library}.${e.name}`);
  assert.deepEqual(withRole('table'), ['tensorflow.TableConfig']);
  assert.deepEqual(withRole('feature'), ['tensorflow.FeatureConfig']);
  assert.deepEqual(withRole('quantization'), ['tensorflow.QuantizationConfig']);
  assert.deepEqual(withRole('embedding').sort(), [
    'recommenders.PartialTPUEmbedding',
    'recommenders.TPUEmbedding',
    'tensorflow.TPUEmbedding',
    'tensorflow.TPUEmbeddingForServing',
    'tensorflow.TPUEmbeddingV0',
    'tensorflow.TPUEmbeddingV2',
  ]);
});

suite('the text of an argument says by itself what it is', () => {
  const all = allEntries().flatMap(({ id, parameters }) =>
    parameters.map(({ name, doc }) => ({ id: `${id}.${name}`, name, doc })),
  );

  test('it has some words beyond the name', () => {
    for (const { id, name, doc } of all) {
      const words = doc.match(/[\p{L}\d]+/gu) ?? [];
      assert.ok(words.length >= 6, `${id}: ${doc}`);
      const others = words.filter((word) => word.length > 3 && !name.includes(word.toLowerCase()));
      assert.ok(others.length >= 2, `${id}: ${doc}`);
    }
  });

  test('it sends nobody to another text', () => {
    const elsewhere = /\b(?:as|see) (?:above|below|for the|in [A-Z])|\bsame as `|^(?:Like|See) |: see `/;
    for (const { id, doc } of all) assert.doesNotMatch(doc, elsewhere, id);
  });
});
