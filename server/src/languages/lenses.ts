import type { Range } from '../basics/range';
import { bytes } from '../configuration/quantities';
import type { TableCost } from '../sizing/tables';
import type { Lens } from './answers';

export const previewLens = ({ start, end }: Range): Lens => ({
  kind: 'preview',
  title: 'Preview training',
  start,
  end,
});

export const memoryLens = (
  { deviceBytes, hostBytes }: Pick<TableCost, 'deviceBytes' | 'hostBytes'>,
  { start, end }: Range,
): Lens => ({
  kind: 'memory',
  title: `${bytes(deviceBytes)} on the devices, ${bytes(hostBytes)} on the hosts`,
  start,
  end,
});
