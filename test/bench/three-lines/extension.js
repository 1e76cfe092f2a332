exports.activate = (context) => {
  context.subscriptions.push(require('vscode').commands.registerCommand('threeLines', () => {}));
};
