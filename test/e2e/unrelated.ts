// The module that VS Code's extension host runs in a workspace without TPU embedding: see scripts/e2e.mjs.
import './unrelated.e2e';
import { closeAll } from './editor';
import { screenshot } from './page';
import { runScenarios } from './runner';

export const run = () => runScenarios({ prepare: closeAll, failed: (name) => screenshot(`failed ${name}`) });
