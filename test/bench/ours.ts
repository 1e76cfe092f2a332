import { OURS } from '../support/client';

/** Our server, with the room for young objects that the extension gives it. */
export const OUR_SERVER = ['--max-semi-space-size=64', ...OURS];
