// Inputs that a TPUStrategy puts on the TPUs, from where an embedding cannot take them.
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import { optionsOf } from '../../evaluator/join';
import { refusedValue } from '../../evaluator/refusals';
import type { Node } from '../../python/tree';
import { partialKind } from './op-outputs';
import { sizesOf } from './partial-shapes';
import { strategyIn } from './strategies';

const OPTIONS = /^tensorflow\.(?:compat\.v[12]\.)?distribute\.InputOptions$/;

/** Whether a strategy certainly fetches what a dataset gives to TPUs, as it does unless `options` says otherwise. */
export function fetchesToTpu(
  strategy: Value,
  { positional, keywords, hasUnknownArguments }: Arguments,
): boolean {
  const isTpu = optionsOf(strategy).every((each) => strategyIn(each) === 'tpu');
  return isTpu && !hasUnknownArguments && isDefault(positional[1] ?? keywords.get('options'), fetchOf);
}

/** What `InputOptions` says of fetching. */
const fetchOf = (options: Value): boolean =>
  options.kind === 'made' &&
  OPTIONS.test(options.callee) &&
  !options.given.hasUnknownArguments &&
  isDefault(
    options.given.positional[0] ?? options.given.keywords.get('experimental_fetch_to_device'),
    (value) => value.kind === 'bool' && value.value === true,
  );

const isDefault = (value: Value | undefined, isLike: (value: Value) => boolean): boolean =>
  value === undefined || value.kind === 'none' || isLike(value);

/** Notes a tensor that cannot be fetched, as a dataset to distribute gives it. */
export function checkFetched(tensor: Value, node: Node, ev: Evaluator): void {
  const kind = partialKind(tensor);
  // Without sizes, it may be dense.
  if (kind !== undefined && sizesOf(tensor) && isCertain(ev, tensor))
    fails(
      ev,
      node,
      refusedValue(
        `The dataset gives a \`${kind}\`, and only dense tensors can be put on a TPU: distribute it with \`options=tf.distribute.InputOptions(experimental_fetch_to_device=False)\``,
      ),
    );
}
