/** The first call loads the bundle, synchronously: handlers of notifications cannot wait. */
export const core = () => require('./core') as typeof import('./core');
