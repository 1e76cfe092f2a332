// Controls the page that shows VS Code, if the host has one (scripts/vscode-host/bridge.mjs). A desktop VS Code has
// none: there the scenarios only use the API.
import { environment } from './environment';

const address = environment['TPU_EMBEDDING_PAGE'];

async function act<Result>(...action: [name: string, ...args: (string | number)[]]): Promise<Result> {
  const response = await fetch(address!, { method: 'POST', body: JSON.stringify(action) });
  const answer = (await response.json()) as { result: Result; error?: string };
  if (answer.error) throw new Error(`${action.join(' ')}: ${answer.error}`);
  return answer.result;
}

const actions = {
  /** How many visible elements match the selector. */
  count: (selector: string) => act<number>('count', selector),
  /** The texts of the visible elements that match. */
  texts: (selector: string) => act<string[]>('texts', selector),
  value: (selector: string) => act<string>('value', selector),
  click: (selector: string) => act<void>('click', selector),
  /** Moves the pointer to the first occurrence of a word in the active editor. */
  pointAt: (word: string) => act<void>('pointAt', word),
  /** Moves the pointer out of the way. */
  rest: () => act<void>('rest'),
  /** The names of the workers of the page and its webviews. */
  threads: () => act<string[]>('threads'),
  /** Presses a key, or keys joined by `+`. */
  press: (key: string) => act<void>('press', key),
  /** Runs an action in the webview that contains a selector. */
  inWebview: <Result>(holds: string, action: string, ...args: (string | number)[]) =>
    act<Result>('inWebview', holds, action, ...args),
  type: (text: string) => act<void>('type', text),
  /** Gives the window another size. */
  resize: (width: number, height: number) => act<void>('resize', width, height),
  /** Reports the results of the scenarios to the starting process. */
  report: (text: string) => act<void>('report', text),
  /** Saves a screenshot and returns its path. */
  screenshot: (name: string) => act<string>('screenshot', name),
};

/** A selector that is always in the panel of the optimizer preview. */
const panel = 'header [role=tablist]';
const inPanel = <Result>(action: string, ...args: (string | number)[]) =>
  act<Result>('inWebview', panel, action, ...args);

/** The optimizer preview's panel. */
const preview = {
  count: (selector: string) => inPanel<number>('count', selector),
  texts: (selector: string) => inPanel<string[]>('texts', selector),
  click: (selector: string) => inPanel<void>('click', selector),
  fill: (selector: string, text: string) => inPanel<void>('fill', selector, text),
  value: (selector: string) => inPanel<string>('value', selector),
  choose: (selector: string, value: string) => inPanel<void>('choose', selector, value),
  press: (selector: string, key: string) => inPanel<void>('press', selector, key),
  /** Drags a slider to a fraction of its length. */
  drag: (selector: string, part: number) => inPanel<void>('drag', selector, part),
  evaluate: <Result>(expression: string) => inPanel<Result>('evaluate', expression),
  /** Accessibility violations of the panel by axe-core's rules. */
  violations: () => inPanel<string[]>('violations'),
};

/** Undefined if the host has no page to control. */
export const page = address ? { ...actions, preview } : undefined;

/** Saves a screenshot if possible, otherwise says so. */
export async function screenshot(name: string): Promise<void> {
  console.log(
    page ? `  picture: ${await page.screenshot(name)}` : `  no picture of ${name}: no page to take it of`,
  );
}
