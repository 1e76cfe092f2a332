import { formatFloat32 } from '../optimizers/float32';

/** The shortest decimal number that reads back to the same float32: 0.1 rather than 0.10000000149011612. */
export const shortestFloat32 = (value: number): number => Number(formatFloat32(Math.fround(value)));

/** A finite float32 as people write it, such as `0.05`, `2` and `1e-7`. */
export const float32Text = (value: number): string => formatFloat32(Math.fround(value)).replace('e+', 'e');

/** From here on, a number of 64 bits rounds to infinity in 32. */
export const INFINITE_IN_32_BITS = 2 ** 128 - 2 ** 103;
