// Runs scenarios one after another inside the extension host, where node:test cannot.
import { writeFile } from 'node:fs/promises';
import { environment, IN_BROWSER } from './environment';
import { page } from './page';

/** Requirements of a scenario: the extension can start processes, or Linux lists them as files. */
export type Need = 'processes' | 'processes of Linux';

const HAS: Readonly<Record<Need, boolean>> = {
  processes: !IN_BROWSER,
  'processes of Linux': !IN_BROWSER && process.platform === 'linux',
};

interface Scenario {
  readonly body: () => Promise<void>;
  readonly needs?: Need;
}

const scenarios = new Map<string, Scenario>();
/** Timeout of a scenario. */
const timeoutMs = 5 * 60_000;

/** Registers a scenario; the name says what the user can do. */
export function scenario(name: string, body: Scenario['body'], needs?: Need): void {
  scenarios.set(name, { body, ...(needs && { needs }) });
}

export interface Hooks {
  /** Before each scenario. */
  prepare(): Promise<void>;
  /** After a failed scenario, while its result is still visible. */
  failed(name: string): Promise<void>;
}

/** Runs every scenario and throws if one failed. The report tells the starting process that they ran at all. */
export async function runScenarios(hooks: Hooks): Promise<void> {
  const wanted = environment['TPU_EMBEDDING_E2E_ONLY']?.split('|');
  const failures = new Map<string, unknown>();
  const leftOut: string[] = [];
  let ran = 0;
  for (const [name, { body, needs }] of scenarios) {
    if (wanted && !wanted.some((words) => name.includes(words))) continue;
    if (needs && !HAS[needs]) {
      leftOut.push(name);
      console.log(`– ${name}: needs ${needs}`);
      continue;
    }
    ran++;
    const started = Date.now();
    try {
      await hooks.prepare();
      await withTimeout(body());
      console.log(`✔ ${name} (${Date.now() - started} ms)`);
    } catch (error) {
      failures.set(name, error);
      console.error(told(name, error));
      await hooks.failed(name);
    }
  }
  const failed = [...failures.keys()];
  console.log(`${ran} scenarios, ${ran - failed.length} passed, ${failed.length} failed`);
  // Repeated at the end, because long logs are often truncated to it.
  for (const [name, error] of failures) console.error(told(name, error));
  const report = JSON.stringify({ ran, failed, leftOut });
  const file = environment['TPU_EMBEDDING_E2E_REPORT'];
  if (IN_BROWSER) await page!.report(report);
  else if (file) await writeFile(file, report);
  if (failed.length > 0) throw new Error(`${failed.length} of ${ran} scenarios failed`);
}

const told = (name: string, error: unknown): string =>
  `✖ ${name}\n${error instanceof Error ? error.stack : error}`;

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not finished after ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
