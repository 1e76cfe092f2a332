// Runs scenarios one after another inside the extension host, where node:test cannot.
import { writeFile } from 'node:fs/promises';

type Scenario = () => Promise<void>;

const scenarios = new Map<string, Scenario>();
/** Whatever takes this long hangs. */
const timeoutMs = 5 * 60_000;

/** Registers a scenario, told as what a person can do. */
export function scenario(name: string, body: Scenario): void {
  scenarios.set(name, body);
}

export interface Hooks {
  /** Before each scenario. */
  prepare(): Promise<void>;
  /** After one that failed, while what it did still shows. */
  failed(name: string): Promise<void>;
}

/** Runs every scenario and throws if one failed; the report tells the starting process that they ran at all. */
export async function runScenarios(hooks: Hooks): Promise<void> {
  const only = process.env['TPU_EMBEDDING_E2E_ONLY'];
  const failed: string[] = [];
  let ran = 0;
  for (const [name, body] of scenarios) {
    if (only && !name.includes(only)) continue;
    ran++;
    const started = Date.now();
    try {
      await hooks.prepare();
      await withTimeout(body());
      console.log(`✔ ${name} (${Date.now() - started} ms)`);
    } catch (error) {
      failed.push(name);
      console.error(`✖ ${name}\n${error instanceof Error ? error.stack : error}`);
      await hooks.failed(name);
    }
  }
  console.log(`${ran} scenarios, ${ran - failed.length} passed, ${failed.length} failed`);
  const report = process.env['TPU_EMBEDDING_E2E_REPORT'];
  if (report) await writeFile(report, JSON.stringify({ ran, failed }));
  if (failed.length > 0) throw new Error(`${failed.length} of ${ran} scenarios failed`);
}

async function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not finished after ${timeoutMs} ms`)), timeoutMs);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
