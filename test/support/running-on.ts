import { chosen, type Environment } from '../../server/src/catalogue/environment';
import type { Backend } from '../../server/src/catalogue/targets';

/** Sets the TensorFlow release that a program runs on, or none. */
export const runningOn = (release: string | undefined): Environment =>
  release === undefined ? {} : { tensorflow: { least: release, most: release, source: 'a test' } };

/** What a case's program runs on, by its flags: `2.15`, `keras-rs=0.3`, `keras-backend=jax`. */
export function runtimeBy(flags: readonly string[]) {
  const named = new Map(
    flags.map((flag) => flag.split('=') as [string, string]).filter(([, value]) => value),
  );
  const { 'keras-backend': kerasBackend, ...releases } = Object.fromEntries(named);
  const libraries = Object.entries(releases).map(([library, release]) => [library, chosen(release)]);
  const environment: Environment = {
    ...runningOn(flags.find((flag) => /^\d/.test(flag))),
    ...Object.fromEntries(libraries),
  };
  return { environment, kerasBackend: kerasBackend as Backend | undefined };
}
