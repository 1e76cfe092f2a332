import { excerpt } from '../../basics/excerpt';
import { listed } from '../../basics/listed';
import { rangeOf } from '../../basics/range';
import type { Parameter } from '../../catalogue';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import { type CallRule, isCaught } from './call-rule';
import { prepared } from './support/examples';
import { featuresByStack } from './support/stacks';

const limits = (name: string): string =>
  prepared(`
def update(gradients, ids, variables, step):
  return embedding.tpu_sparse_dense_matmul_grad(
      gradients, ids, variables, specs, step=step, num_sc_per_device=4,
      embedding_var_limits={'${name}': (-1.0, 1.0), 'other': (-1.0, 1.0)})`);

export const stackKeys: CallRule = {
  code: 'stack-keys',
  severity: 'error',
  summary: 'A dict is not keyed by the names of the stacks.',
  details:
    'Variables and limits of weights are found by the name of the stack, which is the name of the table where that is alone, and ' +
    'those of its tables joined by `_` otherwise; names of features do not count. Others raise a bare `AssertionError` or `KeyError`.',
  bad: limits('t_feature'),
  good: limits('t'),
  checkFile(file, report) {
    for (const call of file.calls)
      for (const parameter of call.entry.parameters) {
        const wrong = parameter.byStack && wrongKeys(call, parameter);
        const argument = argumentOf(call, parameter.name);
        if (!wrong || !argument || isCaught(stackKeys, call, file)) continue;
        report({ ...rangeOf(argument), message: wrong });
      }
  },
};

function wrongKeys(call: ApiCall, { name, byStack }: Parameter): string | undefined {
  const argument = argumentOf(call, name);
  const dict = argument && call.typeOf(argument);
  const keys = dict?.kind === 'dict' ? dict.entries?.map(({ key }) => call.typeOf(key)) : undefined;
  const stacks = keys && featuresByStack(call);
  if (!stacks || keys.some((key) => key.kind !== 'str' || key.value === undefined)) return undefined;
  const given = keys.flatMap((key) => (key.kind === 'str' ? (key.value ?? []) : []));
  const lacking = [...stacks.keys()].filter((stack) => !given.includes(stack));
  const foreign = byStack === 'exactly' ? given.filter((key) => !stacks.has(key)) : [];
  if (lacking.length === 0 && foreign.length === 0) return undefined;
  const has = foreign.length > 0 ? `has ${quoted(foreign)}` : `lacks ${quoted(lacking)}`;
  return `\`${name}\` ${has}, but is keyed by the names of the stacks: ${quoted([...stacks.keys()])}.`;
}

const quoted = (names: readonly string[]): string => listed(names.map((name) => `'${excerpt(name)}'`));
