import { Attached } from '../../basics/attached';
import { type Environment, knownIn } from '../../catalogue/environment';
import type { Backend } from '../../catalogue/targets';
import type { Tree } from '../../python/tree';

/** What a text runs on. */
export interface Runtime {
  readonly environment: Environment;
  /** The backend of Keras that the user has set, if the text itself sets none. */
  readonly kerasBackend: Backend | undefined;
}

const runtimes = new Attached<Tree, Runtime>();

/** Sets what a text runs on before its analysis. */
export function runOn(tree: Tree, { environment, kerasBackend }: Runtime): void {
  runtimes.set(tree, { environment: knownIn(environment), kerasBackend });
}

export const runtimeOf = (tree: Tree): Runtime => runtimes.get(tree) ?? NOTHING_KNOWN;

const NOTHING_KNOWN: Runtime = { environment: {}, kerasBackend: undefined };

const replicas = new Attached<Tree, number>();

/** Sets on how many replicas a text runs before its analysis. */
export function runOnReplicas(tree: Tree, count: number): void {
  replicas.set(tree, count);
}

export const replicasOf = (tree: Tree): number | undefined => replicas.get(tree);
