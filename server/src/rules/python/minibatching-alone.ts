import { excerpt } from '../../basics/excerpt';
import { numberFor, settingOf } from '../../dataflow/calls/argument-values';
import { truth } from '../../dataflow/calls/known-values';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { prepared } from './support/examples';

const preprocess = (more: string): string =>
  prepared(`
def preprocess(ids, interface):
  return embedding.preprocess_sparse_dense_matmul_input(
      [ids, ids], None, specs, 1, 2, num_sc_per_device=4, enable_minibatching=True${more})`);

export const minibatchingAlone: CallRule = {
  code: 'minibatching-alone',
  severity: 'error',
  summary: 'Hosts cannot agree on minibatches.',
  details:
    'With minibatching, all hosts of a job split a batch into as many parts. A job has several where it has more chips than this ' +
    'process; then preprocessing needs `all_reduce_interface`, else it raises `ValueError`.',
  messages: {
    'all_reduce_interface must be provided when minibatching is enabled for multi-host':
      'Minibatching on several hosts needs an interface by which they agree: pass `all_reduce_interface`.',
  },
  bad: preprocess(''),
  good: preprocess(', all_reduce_interface=interface'),
  checkFile(file, report) {
    for (const call of file.calls) {
      const [local, all] = (['local_device_count', 'global_device_count'] as const).map((setting) =>
        numberFor(call, setting),
      );
      const isAlone =
        local !== undefined &&
        all !== undefined &&
        local < all &&
        truth(settingOf(call, 'enable_minibatching')) === true &&
        settingOf(call, 'all_reduce_interface').kind === 'none';
      if (!isAlone || isCaught(minibatchingAlone, call, file)) continue;
      report({
        ...calleeRange(call),
        message: `This process has ${local} of ${all} chips, so \`${excerpt(call.entry.name)}\` with minibatching needs \`all_reduce_interface\`: that of \`embedding.get_all_reduce_interface\`.`,
      });
    }
  },
};
