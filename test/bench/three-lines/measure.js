// Runs in VS Code's extension host: how long an extension takes to activate, in milliseconds.
const vscode = require('vscode');

exports.run = async () => {
  const extension = vscode.extensions.getExtension(process.env['BENCH_EXTENSION']);
  if (extension.isActive) throw new Error(`${extension.id} was activated before it was asked to.`);
  const start = performance.now();
  await extension.activate();
  console.log(`Activated in ${performance.now() - start} ms`);
};
