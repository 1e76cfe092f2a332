// From keras-rs to the specifications of jax-tpu-embedding.

import type { Entry } from '../../../catalogue';
import { argumentOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { makerOf } from '../../../dataflow/derivation/field-argument';
import { resolve, writtenFor } from '../../../python/names';
import type { Call, Expression } from '../../../python/tree';
import { expressionOf, isLeftOut, rewriteArguments } from './arguments';
import { Draft } from './draft';
import { type Site, sitesIn } from './program';
import { renameMembers, renameReferences } from './references';
import { TO_JAX } from './to-jax';

const NN = 'from jax_tpu_embedding.sparsecore.lib.nn import';

export const isOfKerasRs = ({ library }: Entry) => library === 'keras-rs';

/** The edits that migrate a program to jax-tpu-embedding, with remarks; undefined if it has nothing to migrate. */
export function toJax(file: PythonFile): Draft | undefined {
  const sites = sitesIn(file, TO_JAX, isOfKerasRs);
  const tables = sites.filter(({ entry }) => entry.role === 'table');
  const layers = sites.filter(({ entry }) => entry.role === 'embedding');
  if (tables.length === 0 && layers.length === 0) return undefined;
  const draft = new Draft(file, { embedding_spec: `${NN} embedding_spec` });
  renameReferences(draft, TO_JAX, isOfKerasRs);
  renameMembers(draft, TO_JAX, isOfKerasRs);
  rewriteOptimizers(draft, tables);
  for (const site of tables) rewriteTable(draft, site);
  for (const site of sites) if (site.entry.role === 'feature') rewriteArguments(draft, site);
  for (const site of layers) rewriteArguments(draft, site);
  if (layers.length > 0) definePreparation(draft);
  remarkLookups(draft);
  return draft;
}

/** Rewrites the optimizers that tables get; those of the model stay. */
function rewriteOptimizers(draft: Draft, tables: readonly Site[]): void {
  const given = new Set<Call>(
    tables.flatMap(({ calls }) =>
      calls.flatMap((call) => {
        const expression = argumentOf(call, 'optimizer');
        return (expression && makerOf(call.typeOf(expression))?.node) ?? [];
      }),
    ),
  );
  for (const site of sitesIn(draft.file, TO_JAX, ({ library }) => library === 'keras')) {
    if (!given.has(site.node)) continue;
    draft.replace(site.node.callee, draft.reference(site.row.to));
    rewriteArguments(draft, site);
  }
}

function rewriteTable(draft: Draft, site: Site): void {
  const optimizer = expressionOf(site, 'optimizer');
  const added: string[] = [];
  if (!optimizer) added.push(`optimizer=${specOf(draft, 'adam')}`);
  else if (optimizer.kind === 'string') {
    const type = site.calls[0].typeOf(optimizer);
    const spec = type.kind === 'str' ? specOf(draft, type.value?.toLowerCase()) : undefined;
    if (spec) draft.replace(optimizer, spec);
    else draft.remark(optimizer, 'jax-tpu-embedding has no such optimizer.', { lost: 'optimizer' });
  } else if (!makerOf(site.calls[0].typeOf(optimizer)))
    draft.remark(
      optimizer,
      'this optimizer is kept, but TableSpec needs an OptimizerSpec of embedding_spec.',
    );
  if (isLeftOut(site, 'initializer'))
    added.push(
      `initializer=${draft.reference('jax.nn.initializers.variance_scaling')}(1.0, "fan_out", "truncated_normal")`,
    );
  else rewriteInitializer(draft, expressionOf(site, 'initializer')!);
  rewriteArguments(draft, site, added, new Set(isLeftOut(site, 'initializer') ? ['initializer'] : []));
}

/** The specification for an optimizer that is given by its name. */
function specOf(draft: Draft, name: string | undefined): string | undefined {
  const { strings = {}, classes } = TO_JAX;
  const row = name !== undefined && Object.hasOwn(strings, name) ? classes[strings[name]!] : undefined;
  const defaults = Object.values(row?.arguments ?? {}).flatMap((to) =>
    'to' in to && to.otherwise !== undefined ? [`${to.to}=${to.otherwise}`] : [],
  );
  return row && `${draft.reference(row.to)}(${defaults.join(', ')})`;
}

/** Keras' names for initializers in quotes, where these are not those of the classes. */
const SHORT: Readonly<Record<string, string>> = { normal: 'RandomNormal', uniform: 'RandomUniform' };

function rewriteInitializer(draft: Draft, expression: Expression): void {
  const written = writtenFor(draft.file.tree, expression);
  const name =
    written.kind === 'string'
      ? classNamed(draft.file.text.slice(written.start, written.end).replaceAll(/["']/g, ''))
      : resolve(draft.file.tree, written.kind === 'call' ? written.callee : written)
          ?.split('.')
          .at(-1);
  const template =
    name !== undefined && Object.hasOwn(TO_JAX.initializers, name) ? TO_JAX.initializers[name] : undefined;
  if (template === undefined) {
    draft.remark(expression, 'this initializer is kept, but TableSpec calls it with a key and a shape.');
    return;
  }
  draft.import('jax');
  const given = written.kind === 'call' ? written.arguments : [];
  const names = [...template.matchAll(/\{(\w+)=/g)].map(([, each]) => each!);
  const text = template.replaceAll(/\{(\w+)=([^}]*)\}/g, (_, each: string, usual: string) => {
    const named = given.find((argument) => argument.name === each);
    const position = FIRST_IS_MEAN.has(name!) ? names.indexOf(each) + 1 : names.indexOf(each);
    const argument = named ?? given.filter(({ kind }) => kind === 'positional')[position];
    return argument ? draft.file.text.slice(argument.value.start, argument.value.end) : usual;
  });
  draft.replace(written, text);
}

/** Initializers that have a mean as their first argument. */
const FIRST_IS_MEAN: ReadonlySet<string> = new Set(['RandomNormal', 'TruncatedNormal']);

const classNamed = (word: string): string =>
  SHORT[word] ?? word.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** The function that stands for the layer. */
function definePreparation(draft: Draft): void {
  draft.import('jax');
  const module = draft.freeName('embedding');
  draft.import(module, module === 'embedding' ? `${NN} embedding` : `${NN} embedding as ${module}`);
  draft.define(
    'prepared_specs',
    (name) => `
def ${name}(specs):
    """Stacks the tables of features, and returns the features. Stacks take the largest limits of the tables."""
    devices = jax.device_count()
    tables = [spec.table_spec for spec in jax.tree.leaves(specs)]
    ids = max(table.max_ids_per_partition for table in tables)
    unique_ids = max(table.max_unique_ids_per_partition for table in tables)
    ${module}.auto_stack_tables(
        specs,
        global_device_count=devices,
        stack_to_max_ids_per_partition=lambda name, batch: ids,
        stack_to_max_unique_ids_per_partition=lambda name, batch: unique_ids,
    )
    ${module}.prepare_feature_specs_for_training(specs, global_device_count=devices)
    return specs
`,
  );
}

/** Says at each call of a layer what takes its place. */
function remarkLookups(draft: Draft): void {
  for (const { callee } of draft.file.tree.calls) {
    const type = draft.file.typeOf(callee);
    if (type.kind === 'instance' && type.entry.role === 'embedding' && isOfKerasRs(type.entry))
      draft.remark(
        callee,
        'calling the layer does not carry over: look up with embedding.tpu_sparse_dense_matmul, and update with embedding.tpu_sparse_dense_matmul_grad.',
      );
  }
}
