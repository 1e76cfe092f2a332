import { CloseAction, ErrorAction, type ErrorHandler } from 'vscode-languageclient';

const MAX_WRITE_ERRORS = 3;

/**
 * Calls `onClosed` when the server ends unexpectedly. Whoever types meanwhile may cause write errors before the end is
 * noticed. They count as the end too, because `ErrorAction.Shutdown` would stop the client and keep the end from it.
 */
export const errorHandler = (onClosed: () => void): ErrorHandler => ({
  error(_error, _message, count = 0) {
    if (count > MAX_WRITE_ERRORS) onClosed();
    return { action: ErrorAction.Continue };
  },
  closed() {
    onClosed();
    return { action: CloseAction.DoNotRestart, message: 'The language server ended unexpectedly.' };
  },
});
