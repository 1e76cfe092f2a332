// Tests the language server and the magics in a real JupyterLab: `npm run test:jupyter`. Says why where there is none.
import { spawnSync } from 'node:child_process';
import { pythonWith } from './jupyter/environment.mjs';
import { addLabExtension, jupyterPath } from './jupyter/lab-extension.mjs';

const { python, problem = addLabExtension(python) } = pythonWith('jupyterlab', 'jupyter_lsp', 'ipykernel');
if (problem === undefined) {
  const env = { ...process.env, LAB_PYTHON: python, LAB_JUPYTER_PATH: jupyterPath };
  const args = ['scripts/node-test.mjs', 'test/jupyter'];
  process.exitCode = spawnSync(process.execPath, args, { env, stdio: 'inherit' }).status ?? 1;
} else {
  console.log(`– JupyterLab was not tested: ${problem}`);
}
