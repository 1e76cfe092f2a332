import type { Cause } from './cause';

/** Memory of the chip and of the host. */
export const MEMORY: readonly Cause[] = [
  {
    says: [
      'Ran out of memory in memory space hbm. Used {used} of {all} hbm',
      'Ran out of memory in memory space hbm',
      'Hbm usage: {tc}, SparseCore Hbm usage {sc}, exceeding available bytes',
      'Error loading program',
      'recent HBM OOM has occurred',
      'Exceeded hbm capacity',
      'E1000',
      'Attempting to reserve {size} at the bottom of memory',
      'Attempting to allocate {size}. That was not possible',
      'Error allocating device buffer',
      'Allocation … exceeds … HBM',
      'Not enough HBM',
      'not enough HBM memory',
    ],
    cause:
      'The chip’s memory (HBM) is too small for tables, their slot variables, the batch and the program together.',
    advice:
      'Ask `tpu-embedding plan --tpu NAME FILE` what the tables take. Use a larger slice, fewer or narrower rows, an optimizer with fewer slots, or a smaller batch.',
  },
  {
    says: [
      'Ran out of memory in memory space vmem',
      'Allocation (size={n:int}) would exceed memory',
      'Exceeded vmem capacity',
      'Ran out of memory in memory space smem',
      'Scoped allocation with size',
    ],
    cause: 'A single operation needs more of the fast memory on the chip than there is.',
    advice:
      'Shrink the batch or the width of the vectors that it works on, or try a newer compiler (libtpu).',
  },
  {
    says: [
      'Ran out of memory in memory space spmem',
      'Ran out of memory in memory space tile_spmem',
      'No viable logical replica count for the embedding table',
      'exceeds the legitimate user allocatable offset upper bound',
      'Exceeded spmem capacity',
      'out of memory in memory space sparse',
      'SparseCore … out of memory',
      'exceeding the activation memory limit',
    ],
    cause: 'The SparseCores’ own memory is too small for the ids and activations of a stack of tables.',
    advice:
      'Lower `max_ids_per_partition` and `max_unique_ids_per_partition`, put fewer tables into a stack, or make the batch smaller.',
  },
  {
    says: ['RESOURCE_EXHAUSTED', 'ResourceExhaustedError', 'OOM when allocating tensor'],
    cause: 'Memory ran out: of the chip, where the message names HBM, else of the host.',
    advice:
      'Ask `tpu-embedding plan` what the tables take, and make tables or batch smaller, or the slice larger.',
  },
  {
    says: [
      'std::bad_alloc',
      'recent runtime OOM has occurred',
      'Killed process',
      'MemoryError',
      'Cannot allocate memory',
      'exit code 137',
      'out of memory: Killed',
    ],
    cause:
      'The host ran out of memory. Each host holds a copy of its shard of the tables while they are loaded or saved.',
    advice: 'Use hosts with more memory or more of them, and smaller buffers of input data.',
  },
];
