import type { Range } from '../basics/range';
import type { TableCost } from '../sizing/tables';
import type { Lens } from './answers';
import { phrase } from './phrase';

export const previewLens = ({ start, end }: Range): Lens => ({
  kind: 'preview',
  title: phrase('Preview training'),
  start,
  end,
});

export const memoryLens = (
  { deviceBytes, hostBytes }: Pick<TableCost, 'deviceBytes' | 'hostBytes'>,
  { start, end }: Range,
): Lens => ({
  kind: 'memory',
  title: phrase('{0} on the devices, {1} on the hosts', { bytes: deviceBytes }, { bytes: hostBytes }),
  start,
  end,
});
