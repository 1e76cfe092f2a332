import { excerpt } from '../../basics/excerpt';
import { parameterFor } from '../../catalogue';
import { argumentFor, settingOf } from '../../dataflow/calls/argument-values';
import { valueOfParameter } from '../../dataflow/calls/arguments';
import { methodCalls } from '../../dataflow/calls/methods';
import { eventWithArguments } from '../../dataflow/calls/observations';
import { type ApiCall, callOfEvent } from '../../dataflow/calls/python-file';
import { assignedTo } from '../../dataflow/calls/tables';
import { lastingType } from '../../dataflow/calls/types-of-values';
import { featuresAlone } from '../../dataflow/derivation/features';
import { makerOf } from '../../dataflow/derivation/field-argument';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { prepared } from './support/examples';

const update = (step: string): string =>
  prepared(`
def update(gradients, ids, variables, step):
  return embedding.tpu_sparse_dense_matmul_grad(gradients, ids, variables, specs${step}, num_sc_per_device=4)`).replace(
    'SGDOptimizerSpec(0.1)',
    'SGDOptimizerSpec(lambda step: 0.1 / (1 + step))',
  );

export const stepMissing: CallRule = {
  code: 'step-missing',
  severity: 'error',
  summary: 'An optimizer does not get the training step that it needs.',
  details:
    'A learning rate that is a function of the step raises `ValueError` where `tpu_sparse_dense_matmul_grad` gets no `step`. Adam, ' +
    'LaProp and F2A take what they get: without it, every step is the first one for Adam and F2A. The layer for Flax Linen ' +
    'never gives it.',
  messages: {
    'requires a `step` argument to be specified':
      'A learning rate is a function of the step, and the update is not told the step: pass `step=…`.',
  },
  bad: update(''),
  good: update(', step=step'),
  checkFile(file, report) {
    for (const call of [...file.calls, ...methodCalls(file)]) {
      const step = parameterFor(call.entry, 'step');
      if (!(step ? settingOf(call, 'step').kind === 'none' : call.entry.tellsNoStep)) continue;
      const problem = optimizersOf(call).flatMap((optimizer) => problemWith(optimizer, call) ?? [])[0];
      if (!problem || isCaught(stepMissing, call, file)) continue;
      report({ ...calleeRange(call), ...problem });
    }
  },
};

/** The optimizer whose method this is, or those of the tables of the features. */
function optimizersOf(call: ApiCall): ApiCall[] {
  const own = call.event?.object && eventWithArguments(call.event.object.given);
  if (own) return [callOfEvent(own)];
  const tables = featuresAlone(call)?.tables ?? [];
  return tables.flatMap((table) => makerOf(table.attribute('optimization_parameters').type) ?? []);
}

function problemWith(optimizer: ApiCall, user: ApiCall) {
  const { tellsNoStep, name } = user.entry;
  const { withoutStep, stepsFromFirst, name: own } = optimizer.entry;
  const mend = tellsNoStep
    ? `\`${name}\` of Flax Linen gives none: use that of NNX, or a constant.`
    : 'Pass `step=…`.';
  if (!stepsFromFirst && takesStep(optimizer, user))
    return {
      severity: tellsNoStep ? ('warning' as const) : ('error' as const),
      message: `The learning rate of \`${excerpt(own)}\` is a function of the step. ${mend}`,
    };
  return withoutStep === undefined
    ? undefined
    : { severity: 'warning' as const, message: `Without a step, \`${own}\` ${withoutStep}. ${mend}` };
}

/** Whether its learning rate is a function of the step, as it is when a call asks for it. */
function takesStep(optimizer: ApiCall, user: ApiCall): boolean {
  const { entry, event, node } = optimizer;
  const assigned = assignedTo(user, optimizer, 'learning_rate');
  const type = assigned ? lastingType(assigned, node) : argumentFor(optimizer, 'learning_rate')?.value;
  if (type?.kind === 'function') return type.most === 1;
  const value = assigned ?? (event && valueOfParameter(entry, 'learning_rate', event.given, node));
  return value?.kind === 'made' && SCHEDULE.test(value.callee);
}

/** Functions of Optax that make a function of the step. */
const SCHEDULE = /^optax\.(?:schedules\.)?(?:\w+_schedule|join_schedules)$/;
