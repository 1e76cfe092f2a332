import { keepCompiledCode } from './compile-cache';

keepCompiledCode();

const [command, option, ...more] = process.argv.slice(2);

// The fast path for editors: the server loads the rest on demand.
if (command === 'lsp' && option === '--stdio' && more.length === 0) void import('../server/main');
else
  void import('node:worker_threads').then(({ isMainThread }) =>
    isMainThread
      ? import('./main').then(({ handleLostOutput, main }) => {
          handleLostOutput();
          return main(process.argv.slice(2));
        })
      : import('./slow-commands').then(({ serveWorker }) => serveWorker()),
  );
