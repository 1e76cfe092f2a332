// Runs the steps of the tests and sums up. A red step hides no other: left out is only what needs it.

/**
 * @typedef {{ name: string, needs?: string }} Step
 * @typedef {{ passed: string[], failed: string[], leftOut: Step[] }} Results by name, in the order in which they ended
 */

/**
 * Runs steps in sequence and takes them off their list: its own, and then those that another sequence has not begun, from
 * the last one on.
 *
 * @template {Step} S
 * @param {S[]} own
 * @param {(step: S) => Promise<boolean>} isGreen runs a step
 * @param {Results} results
 * @param {S[]} others
 */
export async function runSteps(own, isGreen, results, others = []) {
  const next = () => own.shift() ?? others.pop();
  for (let step = next(); step; step = next()) {
    if (results.failed.includes(step.needs)) results.leftOut.push(step);
    else ((await isGreen(step)) ? results.passed : results.failed).push(step.name);
  }
}

/** The lines of the summary; the last one is the verdict. */
export const summaryOf = ({ passed, failed, leftOut }) => [
  ...(passed.length > 0 ? [`✔ passed: ${passed.join(', ')}`] : []),
  ...leftOut.map(({ name, needs }) => `– not run: ${name}, because it needs ${needs}`),
  ...(failed.length > 0 ? [`✘ ${failed.join(' and ')} failed`] : []),
];
