import { type Packing, packingObstacle } from '../../optimizers';

/** Why requested packing has no effect; `name` is the optimizer's. */
export function packingProblem(packing: Packing, name: string): string | undefined {
  const reasons = {
    width: `only rows of 1, 2 or 4 floats can be packed, and these have ${packing.width}`,
    optimizer: `${name} changes rows even when their gradient is 0`,
    decay: 'weight decay changes rows even when their gradient is 0',
  };
  const obstacle = packingObstacle(packing);
  return (
    obstacle && `Packing has no effect here: ${reasons[obstacle]}. Remove low_dimensional_packing_status.`
  );
}
