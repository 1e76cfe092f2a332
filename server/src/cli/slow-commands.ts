// The commands that take long to load. A bundle of its own.
export { ask, TOOLS } from '../reports/assistants';
export { serveWorker } from './checking/worker-pool';
export { check } from './commands/check';
export { convert } from './commands/convert';
export { derive } from './commands/derive';
export { describe } from './commands/describe';
export { diff } from './commands/diff';
export { doctor } from './commands/doctor';
export { explain } from './commands/explain';
export { extract } from './commands/extract';
export { limits } from './commands/limits';
export { plan } from './commands/plan';
export { report } from './commands/report';
export { listRules } from './commands/rules';
export { simulate } from './commands/simulate';
export { choose } from './files/selection';
export { hostOf } from './mcp/assistant-host';
