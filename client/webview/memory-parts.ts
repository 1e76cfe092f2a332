// The parts of the memory page.
import type { App } from './app';
import type { Host } from './host';
import { Memory } from './memory';
import { planPage } from './view/plan';

export function memoryParts(host: Host, app: App) {
  const { element, show } = planPage(new Memory(host, app));
  return { elements: { page: element }, show };
}
