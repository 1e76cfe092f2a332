import { OURS } from '../support/client';

/** Our server, with the flags that the extension gives it. */
export const OUR_SERVER = ['--max-semi-space-size=64', '--expose-gc', ...OURS];
