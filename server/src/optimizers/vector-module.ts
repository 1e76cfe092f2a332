/** A WebAssembly module that runs code over the cells of arrays, four at a time. */
import type { Code } from './code';
import { SMALLEST_NORMAL } from './flush';
import { mayUnderflow, vectorOperations } from './vector-arithmetic';
import { POWER_LOCALS } from './vector-power';
import {
  anyTrue,
  type Bytes,
  f32x4,
  float32s,
  get,
  i32,
  i32Add,
  i32x4,
  ifOnly,
  integers,
  load,
  loadSplat,
  loopWhileLess,
  moduleBytes,
  set,
  store,
  tee,
  v128,
} from './web-assembly';

/**
 * Its function takes how many bytes of each cell's array to compute, 1 or more, and the arrays' addresses. The last round may
 * go beyond that. The constants stand at the start of the memory.
 *
 * Subnormal numbers are rare and to replace them takes longer than the rest, so a round first only looks whether there is one, and
 * computes again where there is.
 */
export function vectorModule({ registers, cells, unflushed, constants, instructions, results }: Code) {
  const end = 0;
  const at = 1 + cells.length;
  const least = at + 1 + registers;
  const free = least + 1;
  const local = (register: number) => at + 1 + register;
  const address = (cell: number): Bytes => [...get(1 + cell), ...get(at), ...i32Add];

  const compute = (checked: (value: Bytes) => Bytes): Bytes => [
    ...unflushed.flatMap((cell) => [...checked(get(local(cell))), ...set(local(cell))]),
    ...instructions.flatMap(({ operation, out, operands: [a, b, c] }) => {
      const result = vectorOperations[operation](local(a), local(b), local(c), free);
      return [...(mayUnderflow.has(operation) ? checked(result) : result), ...set(local(out))];
    }),
  ];
  /** Keeps the least magnitude: the bits but the sign, less 1 so that 0 is above all. */
  const watched = (value: Bytes): Bytes => [
    ...[...value, ...tee(free)],
    ...[...get(free), ...i32(1), ...i32x4.shl, ...integers(1), ...i32x4.sub],
    ...[...get(least), ...i32x4.minUnsigned, ...set(least)],
  ];
  /** 0 for subnormal numbers, their sign kept. */
  const flushed = (value: Bytes): Bytes => [
    ...[...value, ...tee(free)],
    ...[...get(free), ...f32x4.abs, ...float32s(SMALLEST_NORMAL), ...f32x4.lt],
    ...[...allButSign, ...v128.and, ...v128.andnot],
  ];
  const round: Bytes = [
    ...cells.flatMap((_, cell) => [...address(cell), ...load(0), ...set(local(cell))]),
    ...[...integers(-1), ...set(least), ...compute(watched)],
    ...[...get(least), ...integers(2 ** 24 - 1), ...i32x4.lessUnsigned, ...anyTrue],
    ...ifOnly(compute(flushed)),
    ...results.flatMap(({ cell, register }) => [...address(cell), ...get(local(register)), ...store(0)]),
    ...[...get(at), ...i32(16), ...i32Add, ...tee(at)],
  ];
  const vectors = registers + 1 + POWER_LOCALS;
  return moduleBytes({ parameters: 1 + cells.length, integers: 1, vectors }, [
    ...constants.flatMap(({ register }, i) => [
      ...[...i32(0), ...loadSplat(i * Float32Array.BYTES_PER_ELEMENT)],
      ...set(local(register)),
    ]),
    ...loopWhileLess(round, get(end)),
  ]);
}

/** All bits but the sign's. */
const allButSign = integers(0x7fffffff);
