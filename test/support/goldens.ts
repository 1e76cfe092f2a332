// Runs of jax-tpu-embedding's own update functions.
import { readFileSync } from 'node:fs';

type Slots = Readonly<Record<string, readonly number[]>>;

export interface Golden {
  readonly id: string;
  readonly optimizer: string;
  readonly arguments: Readonly<Record<string, number | boolean | string>>;
  readonly start: readonly number[];
  readonly slots_at_start: Slots;
  readonly limits: readonly number[] | null;
  readonly gradients: readonly (readonly number[])[];
  readonly after: readonly { readonly row: readonly number[]; readonly slots: Slots }[];
}

export const goldens: readonly Golden[] = readFileSync('test/fixtures/jte_goldens.sample.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/** A specification whose rows are the golden states before these steps; its steps make one of them each. */
export function specBefore(golden: Golden, steps: readonly number[]) {
  const { optimizer, arguments: given, start, slots_at_start: slots, limits, gradients, after } = golden;
  const states = steps.map((i) => after[i - 1] ?? { row: start, slots });
  return {
    optimizer: { library: 'jax-tpu-embedding', name: optimizer, arguments: given },
    initial: {
      parameters: states.map(({ row }) => row),
      ...Object.fromEntries(
        Object.keys(slots).map((name) => [name, states.map((state) => state.slots[name])]),
      ),
    },
    steps: steps.map((i, row) => ({ ids: [row], gradients: [gradients[i]], step: i })),
    ...(limits && { limits }),
  };
}

export const isExact = ({ optimizer }: Golden): boolean => /^(?:SGD|Adam)Opt/.test(optimizer);

/** Whether two numbers are equal, perhaps to the last bit. JSON has infinite ones and NaN as texts. */
export function agree(a: number | string, b: number | string, isExact: boolean): boolean {
  const [found, wanted] = [Math.fround(Number(a)), Math.fround(Number(b))];
  if (Object.is(found, wanted) || found === wanted) return true;
  const difference = Math.abs(found - wanted);
  return !isExact && (difference <= 1e-7 || difference <= 4e-6 * Math.abs(wanted));
}
