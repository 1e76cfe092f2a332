import {
  type ConnectionOptions,
  LSPErrorCodes,
  type MessageReader,
  ResponseError,
} from 'vscode-languageserver';

/** How the server talks, over whatever it does. */
export const CONNECTION_OPTIONS: ConnectionOptions = {
  connectionStrategy: {
    // A request that is still in the queue when it is cancelled costs nothing at all.
    cancelUndispatched: (message) => ({
      jsonrpc: '2.0',
      id: (message as { id?: number | string }).id ?? null,
      error: new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled').toJson(),
    }),
  },
};

/** A message on which the library throws, such as a cancellation of nothing, costs itself alone. */
export function tolerant<Reader extends MessageReader>(
  reader: Reader,
  complain: (problem: string) => void,
): Reader {
  const listen = reader.listen.bind(reader);
  reader.listen = (callback) =>
    listen((message) => {
      try {
        callback(message);
      } catch (error) {
        const { method } = message as { method?: unknown };
        complain(`The message ${method} was ignored: ${error}`);
      }
    });
  return reader;
}

/** How long the server waits for its client, in milliseconds. */
export const PATIENCE = { settingsPatience: 5000, pullPatience: 2000 };
