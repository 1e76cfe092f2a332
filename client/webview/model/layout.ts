// Layout of the charts.

export interface Layout {
  columns: number;
  /** Charts that stay visible while controls scroll, always whole rows of them. */
  inSight: number;
  /** The size of a chart without its caption. */
  width: number;
  height: number;
}

/** Narrower charts are not put side by side. */
const MIN_WIDTH = 178;
const COMFORTABLE_WIDTH = 260;
const MIN_HEIGHT = 72;
const MAX_HEIGHT = 132;
const GAP = 12;
/** Height of a one-line caption and of the gap between two rows. */
const CAPTION = 28;

/** Lays out charts for a width. The visible ones share the height. */
export function layoutOf(charts: number, width: number, height: number): Layout {
  const columns = columnsFor(width, charts);
  const fitting = Math.max(1, Math.floor(height / (MIN_HEIGHT + CAPTION)));
  const rows = Math.min(fitting, Math.max(1, Math.ceil(charts / columns)));
  return {
    columns,
    inSight: rows * columns,
    width: Math.floor((width - GAP * (columns - 1)) / columns),
    height: Math.max(MIN_HEIGHT, Math.min(Math.floor(height / rows) - CAPTION, MAX_HEIGHT)),
  };
}

/** With three in a row, one of four would be left alone. */
function columnsFor(width: number, charts: number): number {
  const fit = Math.max(1, Math.floor((width + GAP) / (MIN_WIDTH + GAP)));
  const comfortable = Math.floor(width / COMFORTABLE_WIDTH);
  return Math.min(fit, Math.max(2, Math.min(comfortable, charts === 4 && comfortable < 4 ? 2 : 4)));
}
