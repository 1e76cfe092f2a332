import type { Optimizer } from './optimizer';
import { startChosen } from './sources';

export const mdlAdagradLight: Optimizer = {
  name: 'mdl_adagrad_light',
  title: 'MDL Adagrad Light',
  slots: [
    { name: 'accumulators', symbol: 'accumulator', initial: 0.1 },
    { name: 'weights', symbol: 'weight', initial: 0 },
    { name: 'benefits', symbol: 'benefit', initial: 0 },
  ],
  slotsStart: startChosen('Adagrad'),
  hyperparameters: [
    { name: 'l2', usual: 0 },
    { name: 'lr_power', usual: -0.5 },
    { name: 'min_servable_mdl_benefit', usual: 0 },
    { name: 'mdl_mix_in_margin', usual: 0 },
    { name: 'mdl_benefit_rampup_coeff', usual: 0 },
    { name: 'mdl_min_weight', usual: 0 },
    { name: 'benefit_revisit_scale', usual: 0 },
    { name: 'max_event_benefit', usual: 0 },
    { name: 'max_total_benefit', usual: 0 },
    { name: 'mdl_hard_limit', usual: 0 },
    { name: 'hard_limit_min_benefit', usual: false },
    { name: 'mdl_regularize', usual: false },
  ],
  source: {
    title: 'Shamir: Minimum Description Length (MDL) Regularization for Online Learning',
    url: 'https://proceedings.mlr.press/v44/shamir15.html',
  },
  note: 'The paper gives the idea; how TPUs compute it is not published.',
  unpublished: true,
};
