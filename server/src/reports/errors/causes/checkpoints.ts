import type { Cause } from './cause';

/** Checkpoints that do not fit. */
export const CHECKPOINTS: readonly Cause[] = [
  {
    says: [
      'Layouts in checkpoint and embedding must have the same keys',
      'Sharded to Unsharded is not implemented yet',
      'Invalid shard offset:',
      'Invalid shard shape:',
      'When a sharded variable is initialized from a checkpoint, shard_info must be',
      'The target model will group tables into different stacks',
    ],
    cause:
      'The checkpoint was written for other tables, another stacking of them, or another number of chips.',
    advice:
      'Restore with the same tables, order, names and stacking. `tpu-embedding diff` shows what differs between two configurations.',
  },
  {
    says: [
      'Restoring tensor … shape … different',
      'Received incompatible tensor with shape {found} when attempting to restore variable with shape {wanted}',
      'shape in checkpoint',
      'Assign requires shapes of both tensors to match',
      'not found in checkpoint',
      'Unresolved object in checkpoint',
      'Nothing except the root object matched a checkpointed value',
    ],
    cause: 'The checkpoint does not fit the model: a table has another size, width, name or optimizer.',
    advice:
      'Restore with the tables that wrote it. `tpu-embedding extract` shows the configuration in a checkpoint, `diff` what differs.',
  },
  {
    says: [
      "Could not find 'embedding_table' in the restored model state",
      'found in checkpoint metadata',
      'Could not automatically locate an attribute of type embed.SparseCoreEmbed',
      'expected to end with',
      'Unsupported FDO stats',
      'No checkpoints found in',
      'not found in checkpoint directory',
      'No stats files found in',
    ],
    cause:
      'The files do not hold what is looked for: the folder is another, nothing has been written yet, or the layer has another name.',
    advice: 'Check the path, the step and the name of the embedding layer.',
  },
];
