import { isMainThread } from 'node:worker_threads';

const [command, option, ...more] = process.argv.slice(2);

if (!isMainThread) void import('./commands').then(({ serveCrew }) => serveCrew());
// Editors start the server, which loads the rest when it is needed.
else if (command === 'lsp' && option === '--stdio' && more.length === 0) void import('../server/main');
else void import('./main').then(({ main }) => main(process.argv.slice(2)));
