// Runs the parts of workflows, actions and hooks that docs/configuration.md and action.yml use.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';

export interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly 'working-directory'?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface Hook {
  readonly id: string;
  readonly entry: string;
  readonly files: string;
}

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export const readYaml = <T>(path: string): T => load(readFileSync(path, 'utf8')) as T;

/** The value of `${{ … }}`; an unknown name is an error. */
function evaluate(text: string, names: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`${name} is not known.`);
    return value;
  });
}

/** Runs our action's steps. */
export function runAction(
  given: Readonly<Record<string, unknown>>,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Ran {
  const { inputs, runs } = readYaml<Action>('action.yml');
  for (const name of Object.keys(given))
    if (!(name in inputs)) throw new Error(`The action takes no ${name}.`);
  const names = Object.fromEntries(
    Object.entries(inputs).map(([name, { default: value }]) => [
      `inputs.${name}`,
      String(given[name] ?? value),
    ]),
  );
  const [step, ...more] = runs.steps;
  if (!step?.run || step.shell !== 'bash' || more.length > 0)
    throw new Error('One step of bash is expected.');
  // An input inside a script would be executed as code.
  if (step.run.includes('${{')) throw new Error('Inputs may reach a script as variables alone.');
  const variables = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value, names)]);
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd: join(cwd, evaluate(step['working-directory'] ?? '.', names)),
    env: { ...env, ...Object.fromEntries(variables) },
    encoding: 'utf8',
  });
}

function runScript(
  script: string,
  variables: Step['env'] = {},
  names: Readonly<Record<string, string>>,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Ran {
  if (script.includes('${{')) throw new Error('What others choose may reach a script as variables alone.');
  const given = Object.entries(variables).map(([name, value]) => [name, evaluate(value, names)]);
  return spawnSync('bash', ['-e', '-c', script], {
    cwd,
    env: { ...env, ...Object.fromEntries(given) },
    encoding: 'utf8',
  });
}

/**
 * Runs a job's steps: scripts, and our action if `isOurs` says so. Stops at the first failed step, except for
 * `always()`.
 */
export function runSteps(
  steps: readonly Step[],
  names: Readonly<Record<string, string>>,
  cwd: string,
  env: NodeJS.ProcessEnv,
  useOther: (step: Step) => void,
  isOurs: (uses: string) => boolean,
): Ran {
  let result: Ran = { status: 0, stdout: '', stderr: '' };
  for (const step of steps) {
    if (result.status !== 0 && step.if !== 'always()') continue;
    const inputs = Object.fromEntries(
      Object.entries(step.with ?? {}).map(([name, value]) => [name, evaluate(String(value), names)]),
    );
    if (step.uses !== undefined && !isOurs(step.uses)) useOther({ ...step, with: inputs });
    else {
      const ran =
        step.run === undefined ? runAction(inputs, cwd, env) : runScript(step.run, step.env, names, cwd, env);
      if (result.status === 0) result = ran;
    }
  }
  return result;
}
