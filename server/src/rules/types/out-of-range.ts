import { excerpt } from '../../basics/excerpt';
import { INTEGERS } from '../../configuration/bind';
import type { FindingRule } from '../rule';

export const outOfRange: FindingRule = {
  code: 'out-of-range',
  severity: 'error',
  summary: 'A number does not fit its integer type.',
  details:
    'An `int32` holds -2147483648 to 2147483647, an `int64` -9223372036854775808 to 9223372036854775807, and the ' +
    "unsigned types hold 0 up to twice as much. Every parser rejects a number beyond. An enum's numbers are `int32`.",
  messages: {
    'Value out of range: {n:int}': '{n} does not fit into the integer field.',
    'Integer out of range ({n})': '{n} does not fit into the integer field.',
  },
  bad: 'batch_size_per_tensor_core: 3000000000',
  good: 'batch_size_per_tensor_core: 3000',
  explain: ({ detail, field }) => {
    const kind = (field!.kind === 'enum' ? 'int32' : field!.kind) as keyof typeof INTEGERS;
    const { low, high } = INTEGERS[kind];
    return {
      message: `${excerpt(detail)} does not fit ${field!.name}: ${/^i/.test(kind) ? 'an' : 'a'} ${kind} holds ${low} to ${high}.`,
    };
  },
};
