import {
  type ConnectionOptions,
  LSPErrorCodes,
  type MessageReader,
  ResponseError,
} from 'vscode-languageserver';

/** The settings of the protocol connection, for every transport. */
export const CONNECTION_OPTIONS: ConnectionOptions = {
  connectionStrategy: {
    // A request that is cancelled while still in the queue is not processed at all.
    cancelUndispatched: (message) => ({
      jsonrpc: '2.0',
      id: (message as { id?: number | string }).id ?? null,
      error: new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled').toJson(),
    }),
  },
};

/** If the library throws on a message, such as a cancellation without an id, only that message is lost. */
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
export const TIMEOUTS = { settingsTimeout: 5000, pullTimeout: 2000 };
