const [command, option, ...more] = process.argv.slice(2);

// Editors start the server, which loads the rest when it is needed.
if (command === 'lsp' && option === '--stdio' && more.length === 0) void import('../server/main');
else
  void import('node:worker_threads').then(({ isMainThread }) =>
    isMainThread
      ? import('./main').then(({ main }) => main(process.argv.slice(2)))
      : import('./commands').then(({ serveCrew }) => serveCrew()),
  );
