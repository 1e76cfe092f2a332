/** The first call loads it and waits for it, as a document is opened at once. */
export const core = () => require('./core') as typeof import('./core');
