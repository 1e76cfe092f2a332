import { listed } from '../../basics/listed';
import { rangeOf } from '../../basics/range';
import { methodCalls } from '../../dataflow/calls/methods';
import { argumentOf } from '../../dataflow/calls/python-file';
import { leavesOf, type Structure } from '../../dataflow/calls/structure';
import { type Absence, absenceOf } from '../../dataflow/libraries/gradients';
import type { CallRule } from './call-rule';
import { isSketch } from './support/binding';
import { onTpu } from './support/examples';
import { placeText } from './support/structure-words';

const training = (loss: string): string =>
  onTpu(`
def step():
  activations = model.dequeue()
  with tf.GradientTape() as tape:
    ${loss}
  model.apply_gradients(tape.gradient(loss, activations))`);

export const gradientMissing: CallRule = {
  code: 'gradient-missing',
  severity: 'warning',
  summary: 'A tape gives `None` in place of gradients of activations.',
  details:
    'A `tf.GradientTape` records what is computed from variables, and of other tensors only once `tape.watch` is called ' +
    'with them. Activations are such other tensors. It gives `None` for what it does not watch, and for activations that ' +
    'the loss is not computed from. `apply_gradients` sends zeros in place of `None`, so that a table does not learn; ' +
    'optimizers with momentum move its rows all the same.',
  bad: training('loss = tf.reduce_sum(activations)'),
  good: training('tape.watch(activations)\n    loss = tf.reduce_sum(activations)'),
  checkFile(file, report) {
    for (const call of methodCalls(file))
      for (const { parameter, actual } of call.event?.structures ?? []) {
        const argument = argumentOf(call, parameter.name);
        const found =
          parameter.holds === 'gradients' && !isSketch(call.node) ? absencesIn(actual) : undefined;
        if (argument && found)
          report({
            ...rangeOf(argument),
            message: MESSAGES[found.why](found.paths),
            givesWayIn: [rangeOf(argument)],
          });
      }
  },
};

/** The gradients that are None for one reason. */
function absencesIn(gradients: Structure) {
  const absent = leavesOf(gradients).leaves.flatMap(({ path, value }) => {
    const why = absenceOf(value);
    return why ? [{ path, why }] : [];
  });
  const why = absent[0]?.why;
  return why && { why, paths: absent.flatMap((each) => (each.why === why ? [each.path] : [])) };
}

const MESSAGES: Readonly<Record<Absence, (paths: readonly string[]) => string>> = {
  unwatched: () =>
    'The tape does not watch the activations, so all these gradients are `None` and no table learns. Call `tape.watch` with the activations before the loss is computed.',
  unused: (paths) =>
    `The loss is not computed from the activations${placesOf(paths)}, so their gradient is \`None\` and zeros are sent. Use them in the loss, without \`tf.stop_gradient\`.`,
};

const placesOf = (paths: readonly string[]): string =>
  paths.includes('') ? '' : ` at ${listed(paths.map((path) => placeText(path.split('/'))))}`;
