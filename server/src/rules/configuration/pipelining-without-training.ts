import { booleanOf, fieldOf } from '../../configuration/configuration';
import { nameSpan } from '../../textproto/tree';
import type { Rule } from '../rule';
import { unsetting } from '../support/fixes';

export const pipeliningWithoutTraining: Rule = {
  code: 'pipelining-without-training',
  severity: 'hint',
  summary: 'Pipelining has no effect outside of training.',
  details:
    '`pipeline_execution_with_tensor_core` lets the lookups of the next step run before the updates of ' +
    'this one are applied. Only `TRAINING` mode does both; others ignore it.',
  bad: 'mode: INFERENCE\npipeline_execution_with_tensor_core: true',
  good: 'mode: TRAINING\npipeline_execution_with_tensor_core: true',
  check({ bound, message, mode }, report) {
    const name = MODES_WITHOUT[mode ?? 0];
    if (!name || !booleanOf(message, NAME)) return;
    const { node } = fieldOf(message, NAME)!;
    report({
      span: nameSpan(node),
      message: `Pipelining has no effect in ${name} mode. Remove ${NAME}.`,
      tag: 'unnecessary',
      fixes: () => [unsetting(bound.tree, node)],
    });
  },
};

const NAME = 'pipeline_execution_with_tensor_core';
const MODES_WITHOUT: Readonly<Record<number, string | undefined>> = {
  1: 'INFERENCE',
  3: 'BACKWARD_PASS_ONLY',
};
