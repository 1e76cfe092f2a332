import { lazy } from '../../../basics/once';
import { everywhere, lastPart, officialPage } from '../../names';
import type { Entry, EntrySource, OpArgument, OpAttribute, OpFacts, Parameter, Type } from '../../types';
import { registeredOps, type SignatureParameter, wrapperSignatures } from '../registry';
import { ENQUEUE } from './enqueue';
import type { OpFamily, ParameterNotes } from './op-family';
import { SPARSE_CORE } from './sparse-core';
import { STEP } from './step';
import { SYSTEM } from './system';
import { TABLES } from './tables';

const FAMILIES: readonly OpFamily[] = [STEP, SYSTEM, ENQUEUE, TABLES, SPARSE_CORE];

const GEN_TPU_OPS = 'tensorflow.python.ops.gen_tpu_ops';
const GEN_XLA_OPS = 'tensorflow.python.tpu.ops.gen_xla_ops';
const TPU_OPS = 'tensorflow.python.tpu.ops.tpu_ops';

/** All other ops are SparseCore ops, whose functions are generated into another module. */
const TPU_OP = /TPUEmbedding|DistributedTPU/;

/** The ops of `tf.raw_ops`, the functions generated for them, and the functions of `tpu_ops` around those. */
export function opSources(): EntrySource[] {
  const wrappers = new Map(wrapperSignatures());
  return registeredOps().flatMap((op) => {
    const wrapper = wrappers.get(op.function);
    const rawOp = lazy(() => rawOpEntry(op.facts()));
    const publicFunction = `${TPU_OPS}.${op.function}`;
    const generated = TPU_OP.test(op.name)
      ? [`${GEN_TPU_OPS}.${op.function}`, ...(wrapper ? [] : [publicFunction])]
      : [`${GEN_XLA_OPS}.${op.function}`];
    return [
      {
        names: rawNames(op.name),
        entry: wrapper ? lazy(() => hinting(rawOp(), `tpu_ops.${op.function}`)) : rawOp,
      },
      { names: generated, entry: lazy(() => functionEntry(rawOp(), generated)) },
      ...(wrapper
        ? [{ names: [publicFunction], entry: lazy(() => wrapperEntry(rawOp(), publicFunction, wrapper)) }]
        : []),
    ];
  });
}

const rawNames = (name: string) => everywhere(`raw_ops.${name}`);

function rawOpEntry(op: OpFacts): Entry {
  const family = FAMILIES.find(({ describe }) => describe(op));
  const description = family?.describe(op);
  if (!family || !description) throw new Error(`${op.name} is not documented.`);
  const qualifiedNames = rawNames(op.name);
  return {
    id: qualifiedNames[0]!,
    kind: 'op',
    name: op.name,
    qualifiedNames,
    ...description,
    doc: `${description.doc}\n\n${ONLY_ON_TPU}`,
    library: 'tensorflow',
    parameters: parameters(op, family),
    keywordOnly: true,
    url: officialPage(`raw_ops.${op.name}`),
    op,
  };
}

/** What people meet who try an op out. */
const ONLY_ON_TPU =
  'It runs only where there is a TPU. Called eagerly elsewhere, it raises `NotFoundError`: "Could not find \
device for node … no registered kernels". In a graph, or in a `tf.function` that is only traced, it can be built anywhere.';

/** Two functions of one op are easily confused. */
const hinting = (entry: Entry, other: string): Entry => ({
  ...entry,
  doc: `${entry.doc}\n\n\`${other}\` takes the same arguments, but in another order and with other defaults.`,
});

/** In TensorFlow's order: inputs, attributes without a default, attributes with one, and the name of the node. */
function parameters(op: OpFacts, family: OpFamily): Parameter[] {
  const attrs = op.attrs.filter(({ inferred }) => !inferred);
  const notes = (name: string): ParameterNotes => {
    const found = family.parameter(name, op);
    if (!found) throw new Error(`${op.name}.${name} is not documented.`);
    return found;
  };
  return [
    ...op.inputs.map((input) => parameter(input.name, undefined, inputType(input, op), notes(input.name))),
    ...[...attrs.filter(isRequired), ...attrs.filter((attr) => !isRequired(attr))].map((attr) =>
      parameter(attr.name, attr.default, attributeType(attr), notes(attr.name)),
    ),
    NODE_NAME,
  ];
}

const isRequired = ({ default: value }: OpAttribute) => value === undefined;

function parameter(
  name: string,
  defaultValue: string | undefined,
  type: Type,
  notes: ParameterNotes,
): Parameter {
  return {
    name,
    kind: 'positional-or-keyword',
    required: defaultValue === undefined,
    // TensorFlow replaces None by the default.
    ...(defaultValue !== undefined && { default: defaultValue, nullable: true }),
    type: notes.type ?? refined(type, notes),
    doc: notes.doc,
    ...(notes.sets && { sets: notes.sets }),
  };
}

function refined(type: Type, { value, list }: ParameterNotes): Type {
  if (type.of === 'list') return { ...type, ...list, item: { ...type.item, ...value } as Type };
  return { ...type, ...value } as Type;
}

function inputType({ name, type, numberAttr }: OpArgument, op: OpFacts): Type {
  const typeAttr = op.attrs.find((attr) => attr.name === type);
  if (typeAttr?.type === 'list(type)')
    return { of: 'list', item: { of: 'tensor' }, ...minimumLength(typeAttr.minimum) };
  const tensor: Type = typeAttr
    ? { of: 'tensor', dtypes: dtypes(typeAttr), typeAttr: type }
    : { of: 'tensor', dtypes: [type] };
  if (numberAttr === undefined) return tensor;
  const first = op.inputs.find((input) => input.numberAttr === numberAttr)!.name;
  return {
    of: 'list',
    item: tensor,
    ...minimumLength(op.attrs.find((attr) => attr.name === numberAttr)?.minimum),
    ...(first !== name && { lengthOf: first }),
  };
}

const minimumLength = (minimum = 0) => (minimum > 0 ? { minLength: minimum } : {});

/** The default comes first: Python numbers are converted to it. */
function dtypes({ allowed = [], default: first }: OpAttribute): string[] {
  return [...allowed].sort((a, b) => Number(b === first) - Number(a === first));
}

/** Defaults that stand for no limit, as the registry writes them. */
const INFINITIES: ReadonlyMap<string, number> = new Map([
  ["float('inf')", Number.POSITIVE_INFINITY],
  ["float('-inf')", Number.NEGATIVE_INFINITY],
]);

function attributeType({ type, minimum, default: value }: OpAttribute): Type {
  const item = /^list\((\w+)\)$/.exec(type)?.[1];
  if (item) return { of: 'list', item: attributeType({ name: '', type: item, inferred: false }) };
  switch (type) {
    case 'int':
      return { of: 'int', ...(minimum !== undefined && { accepts: { min: minimum } }) };
    case 'float':
      return { of: 'float', ...(value && INFINITIES.has(value) && { noLimit: INFINITIES.get(value)! }) };
    case 'bool':
      return { of: 'bool', strict: true };
    case 'string':
      return { of: 'str', orBytes: true };
    case 'func':
      return {
        of: 'union',
        types: [
          { of: 'str', orBytes: true },
          { of: 'other', name: 'concrete function' },
        ],
      };
    default:
      throw new Error(`An attribute of the type ${type} is not understood.`);
  }
}

const NODE_NAME: Parameter = {
  name: 'name',
  kind: 'positional-or-keyword',
  required: false,
  default: 'None',
  nullable: true,
  type: { of: 'str', scope: true },
  doc: 'Name of the node in the graph, seen in logs and profiles. `None` names it after the op.',
};

/** The snake_case function behind a raw op, which also accepts positional arguments. */
function functionEntry({ keywordOnly: _, ...entry }: Entry, qualifiedNames: readonly string[]): Entry {
  const id = qualifiedNames[0]!;
  return { ...entry, id, kind: 'function', name: lastPart(id), qualifiedNames };
}

/** A function of `tpu_ops` that has another order or other defaults for its arguments. */
function wrapperEntry(rawOp: Entry, id: string, signature: readonly SignatureParameter[]): Entry {
  return {
    ...hinting(functionEntry(rawOp, [id]), `tf.raw_ops.${rawOp.name}`),
    parameters: signature.map(({ name, default: value }) => {
      const { default: _, ...original } = rawOp.parameters.find((p) => p.name === name)!;
      return {
        ...original,
        required: value === undefined,
        // None is passed to the op, which replaces it by its own default.
        ...(value !== undefined && { default: value, nullable: true }),
        doc: original.doc + (WRAPPER_DEFAULTS[name] ?? ''),
      };
    }),
  };
}

/** The meaning of `None`, the wrappers' default. */
const WRAPPER_DEFAULTS: Readonly<Record<string, string>> = {
  learning_rates: ' `None` means `[]`.',
  mode_override: " `None` means `'unspecified'`.",
};
