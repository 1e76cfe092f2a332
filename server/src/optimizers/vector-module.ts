/** A WebAssembly module that runs code over the cells of a block, four at a time. */
import { flushed, operations } from './arithmetic';
import { BLOCK, type Code } from './code';
import { POWER_LOCALS } from './vector-power';
import {
  type Bytes,
  get,
  i32,
  i32Add,
  load,
  loadSplat,
  loopWhileLess,
  moduleBytes,
  PAGE,
  set,
  store,
  tee,
} from './web-assembly';

const BLOCK_BYTES = BLOCK * Float32Array.BYTES_PER_ELEMENT;
/** The memory holds a block of constants and one for each cell; more than any optimizer has. */
export const PAGES = (16 * BLOCK_BYTES) / PAGE;
export const CONSTANTS = 0;
export const cellAddress = (cell: number) => (1 + cell) * BLOCK_BYTES;

/** Its function takes how many bytes of each cell's block to compute, 1 or more. The last round may go beyond that. */
export function vectorModule({ registers, cells, constants, instructions, results }: Code) {
  const [end, at, free] = [0, 1, 2 + registers];
  const local = (register: number) => 2 + register;
  const round: Bytes = [
    ...cells.flatMap((_, cell) => [
      ...flushed([...get(at), ...load(cellAddress(cell))], free),
      ...set(local(cell)),
    ]),
    ...instructions.flatMap(({ operation, out, operands: [a, b, c] }) => [
      ...operations[operation].vector(local(a), local(b), local(c), free),
      ...set(local(out)),
    ]),
    ...results.flatMap(({ cell, register }) => [
      ...[...get(at), ...get(local(register)), ...store(cellAddress(cell))],
    ]),
    ...[...get(at), ...i32(16), ...i32Add, ...tee(at)],
  ];
  return moduleBytes(PAGES, 1, registers + POWER_LOCALS, [
    ...constants.flatMap(({ register }, i) => [
      ...[...i32(CONSTANTS), ...loadSplat(CONSTANTS + i * Float32Array.BYTES_PER_ELEMENT)],
      ...set(local(register)),
    ]),
    ...loopWhileLess(round, get(end)),
  ]);
}
