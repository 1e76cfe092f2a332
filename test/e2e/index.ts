// The module that VS Code's extension host runs: see scripts/e2e.mjs.
// Before any other scenario does what the walkthrough ticks off.
import './walkthrough.e2e';
import './status.e2e';
import './diagnostics.e2e';
import './completion.e2e';
import './formatting.e2e';
import './reading.e2e';
import './names.e2e';
import './python.e2e';
import './commands.e2e';
import './refactorings.e2e';
import './preview.e2e';
import './memory.e2e';
import './derived.e2e';
import './hints.e2e';
import './workspace.e2e';
import './crashes.e2e';
import './themes.e2e';
import { closeAll } from './editor';
import { screenshot } from './page';
import { runScenarios } from './runner';

export const run = () => runScenarios({ prepare: closeAll, failed: (name) => screenshot(`failed ${name}`) });
