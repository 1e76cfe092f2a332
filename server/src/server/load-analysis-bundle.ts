/** The first call loads the bundle, synchronously: handlers of notifications cannot wait. */
export const bundle = () => require('./analysis-bundle') as typeof import('./analysis-bundle');
