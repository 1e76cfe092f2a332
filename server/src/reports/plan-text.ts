// A plan for people.
import { bytes, counted, grouped } from '../configuration/quantities';
import { type Plan, type PlannedTable, smallestSlices } from '../sizing/plan';
import { notCounted, sourcesOf } from '../sizing/sources';
import { isOfLibrary, type SizedTables } from '../sizing/tables';
import type { Planned } from './plan';
import { stackLines } from './stacks';

const BAR = 24;

/** A part of a whole as a bar. */
function bar(part: number, whole: number): string {
  const filled = whole > 0 ? Math.min(BAR, Math.ceil((BAR * part) / whole)) : 0;
  return '█'.repeat(filled) + '░'.repeat(BAR - filled);
}

export function plannedText({ title, plan, sizes }: Planned): string[] {
  const { slice, sharding, stacks = [] } = plan;
  const on = slice
    ? ` on ${slice.name}: ${counted(slice.chips, 'chip')}, ${counted(slice.hosts, 'host')}`
    : '';
  return [
    `${title}${on}`,
    '',
    ...tableLines(plan, sizes),
    '',
    ...sumLines(plan),
    ...(plan.hosts === 1 ? [] : sharding).map(({ strategy, isChosen, imbalance, shares }) => {
      const most = shares.reduce((a, b) => (b.share > a.share ? b : a), { name: '', share: 0 });
      const rows =
        imbalance === undefined ? '' : `the fullest host holds ${percent(imbalance)} of the average; `;
      return `${strategy}${isChosen ? ' (chosen)' : ''}: ${rows}one host answers up to ${percent(most.share)} of the look-ups (${most.name}), if ids are numbered by frequency (Zipf, exponent 1)`;
    }),
    ...stacks.flatMap(stackLines),
    ...(slice?.generation.accelerator === 'V2' && !plan.stacks && !isOfLibrary(sizes.sparseCoreTrainer)
      ? ['Stacks: unknown, because the batch size or the optimizer settings of a table are unknown']
      : []),
    ...(plan.stacksUnknown === undefined ? [] : [`Stacks: unknown. ${plan.stacksUnknown}`]),
    '',
    `Smallest slices: ${smallest(sizes)}`,
    notCounted(plan),
    '',
    'Sources:',
    ...sourcesOf(slice, sizes.sparseCoreTrainer).map((source) => `  ${source}`),
    '',
  ];
}

function tableLines({ tables }: Plan, sizes: SizedTables): string[] {
  const slots = tables.flatMap((table) => table.slots);
  const largest = Math.max(0, ...slots.map(({ deviceBytes }) => deviceBytes));
  const width = Math.max(...slots.map(({ name }) => name.length), 0);
  return tables.flatMap((table, i) => [
    headOf(table, sizes.tables[i]?.optimizer),
    ...table.slots.map(({ name, deviceBytes, perDeviceBytes, hostBytes }) => {
      const each = perDeviceBytes === undefined ? '' : `, ${bytes(perDeviceBytes)} a chip`;
      return `  ${name.padEnd(width)}  ${bar(deviceBytes, largest)}  ${bytes(deviceBytes)} on the devices${each}, ${bytes(hostBytes)} on the hosts`;
    }),
  ]);
}

function headOf({ name, slots, onDevice, paddingBytes }: PlannedTable, optimizer?: string | null): string {
  const title = name || '(unnamed)';
  if (!onDevice || paddingBytes === undefined) return `${title}: unknown`;
  const { rows, width, isPacked } = onDevice;
  const wasted = paddingBytes > 0 ? `; ${bytes(paddingBytes)} of padding` : '';
  return `${title}: ${grouped(rows)} rows × ${width} floats${isPacked ? ', packed,' : ''} × 4 bytes × ${counted(slots.length, 'variable')} (${optimizer ?? 'no optimizer'})${wasted}`;
}

function sumLines({ slice, fits, notes, perDevice, perHost, deviceBytes, hostBytes }: Plan): string[] {
  const total =
    deviceBytes === undefined || hostBytes === undefined
      ? 'unknown'
      : `${bytes(deviceBytes)} on the devices, ${bytes(hostBytes)} on the hosts`;
  return [
    `Total: ${total}`,
    ...(perHost
      ? [
          `Fullest host: ${bytes(perHost.bytes)}${perHost.capacity ? ` of ${bytes(perHost.capacity)}` : ''} for a checkpoint`,
        ]
      : []),
    ...(perDevice ? [chipLine(perDevice)] : []),
    ...(slice ? [verdict(fits, perDevice)] : []),
    ...notes,
  ];
}

function verdict(fits: boolean | undefined, perDevice: Plan['perDevice']): string {
  if (fits === undefined) return 'Whether it fits is unknown.';
  if (fits) return 'It fits.';
  const { bytes: used = 0, bufferBytes = 0, capacity = 0 } = perDevice ?? {};
  return used + bufferBytes > capacity ? 'It does not fit.' : 'It does not run there.';
}

function chipLine({ bytes: used, bufferBytes, capacity }: NonNullable<Plan['perDevice']>): string {
  const buffers =
    bufferBytes === undefined ? '' : `, and ${bytes(bufferBytes)} of buffers for the ids of a step`;
  return used === undefined
    ? `Fullest chip: unknown, of ${bytes(capacity)}${buffers}`
    : `Fullest chip: ${bar(used, capacity)}  ${bytes(used)} of ${bytes(capacity)} (${percent(used / capacity)})${buffers}`;
}

function smallest(sizes: SizedTables): string {
  const found = smallestSlices(sizes).map(
    ({ slice, isCertain }) => `${slice.name}${isCertain ? '' : ' (if it runs TPUEmbedding)'}`,
  );
  return found.length > 0 ? found.join(', ') : 'none known';
}

const percent = (part: number) => `${Number((100 * part).toPrecision(3))} %`;
