/** A stream of random numbers that is the same for the same seed, on every machine. */
export interface Random {
  /** At least 0, less than 1. */
  uniform(): number;
  /** Of a normal distribution with mean 0 and standard deviation 1. */
  normal(): number;
}

/** Mulberry32: a few operations a number, and good enough to look random. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  // Box and Muller; 1 − u is never 0.
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}
