// Finds an installed Firefox: npm has none.
import { findOnPath, isExecutable } from './on-path.mjs';

const macOS = '/Applications/Firefox.app/Contents/MacOS/firefox';

/** Its path, or undefined. */
export const findFirefox = () =>
  findOnPath('firefox-esr', 'firefox') ?? (isExecutable(macOS) ? macOS : undefined);
