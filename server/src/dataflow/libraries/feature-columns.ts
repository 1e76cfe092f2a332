import type { Given, Value } from '../../evaluator';

/** The number of distinct ids of a feature column, where its call contains that number. */
export function bucketsOf(name: string, given: Given): { buckets?: number } {
  const [, kind] = MAKER.exec(name) ?? [];
  if (kind === undefined || given.isOpen) return {};
  const argument = (index: number, parameter: string) =>
    given.positional[index] ?? given.keywords.get(parameter);
  if (kind === 'identity') return counted(intOf(argument(1, 'num_buckets')));
  const out = argument(4, 'num_oov_buckets');
  const more = out ? intOf(out) : 0;
  const words = lengthOf(argument(1, 'vocabulary_list'));
  return counted(words === undefined || more === undefined ? undefined : words + more);
}

const MAKER =
  /^tensorflow[\w.]*\.feature_column\.(?:sequence_)?categorical_column_with_(identity|vocabulary_list)$/;

const counted = (buckets: number | undefined) => (buckets === undefined ? {} : { buckets });

const intOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'int' && value.value !== undefined ? Number(value.value) : undefined;

const lengthOf = (value: Value | undefined): number | undefined =>
  value?.kind === 'list'
    ? value.cell.content?.length
    : value?.kind === 'tuple'
      ? value.elements?.length
      : undefined;
