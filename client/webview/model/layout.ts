// Where charts stand in the room that there is.

export interface Layout {
  columns: number;
  /** Charts that stay in sight while controls scroll: whole rows of them. */
  inSight: number;
  /** Of each chart, without its caption. */
  width: number;
  height: number;
}

/** Charts narrower than this are not worth having side by side. */
const MIN_WIDTH = 178;
const COMFORTABLE_WIDTH = 260;
const MIN_HEIGHT = 72;
const MAX_HEIGHT = 132;
const GAP = 12;
/** A caption of one line, and the gap between two rows. */
const CAPTION = 28;

/** Lays out so many charts in a width; those in sight take about the height. */
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

/** Three in a row would leave one of four alone. */
function columnsFor(width: number, charts: number): number {
  const fit = Math.max(1, Math.floor((width + GAP) / (MIN_WIDTH + GAP)));
  const comfortable = Math.floor(width / COMFORTABLE_WIDTH);
  return Math.min(fit, Math.max(2, Math.min(comfortable, charts === 4 && comfortable < 4 ? 2 : 4)));
}
