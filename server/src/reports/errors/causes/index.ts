import type { Cause } from './cause';
import { CHECKPOINTS } from './checkpoints';
import { HARDWARE } from './hardware';
import { JOB } from './job';
import { MEMORY } from './memory';
import { RECOMMENDERS } from './recommenders';
import { RUN } from './run';
import { TRAINING } from './training';
import { VERSIONS } from './versions';

export const CAUSES: readonly Cause[] = [
  ...HARDWARE,
  ...JOB,
  ...MEMORY,
  ...RUN,
  ...CHECKPOINTS,
  ...VERSIONS,
  ...TRAINING,
  ...RECOMMENDERS,
];
