import { BOOL, INT, NONE, type ParameterWords, STR, union } from '../parameters';
import { DTYPE_POLICY } from './keras-arguments';
import type { Words } from './words';

const KERAS: Readonly<Record<string, ParameterWords>> = {
  name: { doc: 'Its name in logs and histories.', type: union(STR, NONE), unchecked: true },
  dtype: {
    doc: 'What it computes in; `None` takes the float type of Keras.',
    type: DTYPE_POLICY,
    orFalse: true,
  },
};

const LOSS_PARAMETERS: Readonly<Record<string, ParameterWords>> = {
  ...KERAS,
  temperature: {
    doc: 'What scores are divided by: below 1, differences between them count for more.',
    type: { of: 'float', accepts: { above: 0 } },
  },
  reduction: {
    doc: "How the losses of a batch become one: `'sum_over_batch_size'`, `'sum'`, `'mean'` or `'none'`.",
    type: union(
      { of: 'str', accepts: ['sum_over_batch_size', 'sum', 'mean', 'mean_with_sample_weight', 'none'] },
      NONE,
    ),
  },
};

const COMPARED: Readonly<Record<string, ParameterWords>> = {
  y_true: {
    doc: 'The labels, one list or a list for each sample; or a dict with `labels` and a `mask` of those that count.',
    type: { of: 'other', name: 'Any' },
  },
  y_pred: { doc: 'The scores, in the shape of the labels.', type: { of: 'other', name: 'Any' } },
  sample_weight: {
    doc: 'How much each item counts, or each list; `None` for 1 everywhere.',
    type: { of: 'other', name: 'Any' },
  },
};

const compares = (summary: string, returns: string): Words => ({
  signature: 'y_true, y_pred, sample_weight=None',
  summary,
  parameters: COMPARED,
  returns,
});

const loss = (summary: string): Words => ({
  summary,
  members: { __call__: compares('The loss of a batch.', 'A tensor, by the reduction of the loss.') },
  otherAttributes: [
    ...Object.keys(LOSS_PARAMETERS),
    ...['call', 'compute_unreduced_loss', 'from_config', 'get_config', 'pairwise_loss'],
  ],
  signature: "temperature=1.0, *, name=None, reduction='sum_over_batch_size', dtype=None",
  parameters: LOSS_PARAMETERS,
});

/** The losses that compare the items of a list, by module and name. */
export const LOSSES: Readonly<Record<string, Words>> = {
  'list_mle_loss.ListMLELoss': loss('How unlikely the right order of a list is by its scores.'),
  'pairwise_hinge_loss.PairwiseHingeLoss': loss(
    'What each pair of items in the wrong order lacks to a distance of 1.',
  ),
  'pairwise_logistic_loss.PairwiseLogisticLoss': loss(
    'A smooth penalty on each pair of items in the wrong order.',
  ),
  'pairwise_mean_squared_error.PairwiseMeanSquaredError': loss(
    'The squared difference between the distances of labels and of scores, for each pair of items.',
  ),
  'pairwise_soft_zero_one_loss.PairwiseSoftZeroOneLoss': loss(
    'About how many pairs of items are in the wrong order, in a form that has gradients.',
  ),
};

/** What the first batch calls. */
const CALLED = {
  type: { of: 'callable' },
  unchecked: true,
  later: [
    {
      by: ['DCG', 'NDCG'].flatMap((name) =>
        ['update_state', '__call__'].map((method) => `keras_rs.metrics.${name}.${method}`),
      ),
      takes: { of: 'callable' },
    },
  ],
} as const satisfies Omit<ParameterWords, 'doc'>;

const METRIC_PARAMETERS: Readonly<Record<string, ParameterWords>> = {
  ...KERAS,
  k: {
    doc: 'How many items from the top of a list count; `None` counts all.',
    type: union({ of: 'int', strict: true, accepts: { min: 1 } }, NONE),
  },
  shuffle_ties: { doc: 'Whether items of equal scores are put in a random order.', type: BOOL },
  seed: {
    doc: 'A seed for that order: a number or a `SeedGenerator`.',
    type: union(INT, { of: 'other', name: 'SeedGenerator' }, NONE),
  },
  gain_fn: { ...CALLED, doc: 'What an item is worth by its label.' },
  rank_discount_fn: { ...CALLED, doc: 'What an item is worth by its place.' },
};

/** What metrics of earlier releases of Keras and of other libraries have. */
const OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['reset_states', 'Call `reset_state()`.'],
  ['reset', 'Call `reset_state()`.'],
  ['update', 'Call `update_state(…)`.'],
  ['compute', 'Call `result()`.'],
]);

const METRIC_MEMBERS: Readonly<Record<string, Words>> = {
  update_state: compares('Takes a batch into account.', 'Nothing.'),
  __call__: compares('Takes a batch into account.', 'The value of the metric until now.'),
  result: { signature: '', summary: 'The value of the metric until now.', returns: 'A tensor.' },
  reset_state: { signature: '', summary: 'Forgets all batches.', returns: 'Nothing.' },
};

const METRIC_ATTRIBUTES =
  'add_variable add_weight compute_metric count dtype from_config get_config k name seed seed_generator shuffle_ties \
stateless_reset_state stateless_result stateless_update_state total variables'.split(' ');

const metric = (summary: string): Words => ({
  summary,
  lacksAttributes: OF_OTHERS,
  otherAttributes: METRIC_ATTRIBUTES,
  members: METRIC_MEMBERS,
  signature: 'k=None, shuffle_ties=True, seed=None, *, name=None, dtype=None',
  parameters: METRIC_PARAMETERS,
});

const gain = (summary: string): Words => ({
  summary,
  lacksAttributes: OF_OTHERS,
  otherAttributes: [...METRIC_ATTRIBUTES, 'gain_fn', 'rank_discount_fn'],
  members: METRIC_MEMBERS,
  signature:
    'k=None, gain_fn=default_gain_fn, rank_discount_fn=default_rank_discount_fn, *, shuffle_ties=True, seed=None, name=None, dtype=None',
  parameters: METRIC_PARAMETERS,
});

/** The metrics of ranked lists, by module and name. */
export const METRICS: Readonly<Record<string, Words>> = {
  'dcg.DCG': gain('The worth of the items of a list, less from place to place.'),
  'ndcg.NDCG': gain('The same, as a share of what the best order has.'),
  'mean_average_precision.MeanAveragePrecision': metric(
    'The mean share of relevant items down to each relevant one.',
  ),
  'mean_reciprocal_rank.MeanReciprocalRank': metric(
    'The mean of 1 over the place of the first relevant item.',
  ),
  'precision_at_k.PrecisionAtK': metric('Which share of the items at the top is relevant.'),
  'recall_at_k.RecallAtK': metric('Which share of the relevant items is at the top.'),
};
