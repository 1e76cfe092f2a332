// What unit tests of the extension use of the module `vscode-languageclient`, which cannot load without VS Code.

export enum CloseAction {
  DoNotRestart = 1,
}

export enum ErrorAction {
  Continue = 1,
}
