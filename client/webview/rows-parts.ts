// The parts that show runs over rows.
import type { App, View } from './app';
import { heatMap } from './view/heat-map';
import { ids } from './view/ids';
import { rows } from './view/rows';

export function rowsParts(app: App) {
  const parts = [rows(app), heatMap(app), ids(app)] as const;
  const [{ element: charts, more, below }, { element: map }, { element: chosenIds }] = parts;
  return {
    elements: { charts, below, more, map, chosenIds },
    show(view: View) {
      for (const part of parts) part.show(view);
    },
  };
}
