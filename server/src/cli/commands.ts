// The commands that take long to load. A bundle of its own.
export { ask, TOOLS } from '../assistants';
export { hostOf } from './assistant-host';
export { check } from './check';
export { convert } from './convert';
export { serveCrew } from './crew';
export { derive } from './derive';
export { describe } from './describe';
export { diff } from './diff';
export { explain } from './explain';
export { extract } from './extract';
export { plan } from './plan';
export { listRules } from './rules';
export { choose } from './selection';
export { simulate } from './simulate';
