// Starts the language server before the page's own code is there: on a slow machine each takes its time.

/** When the page began: tests read how long it takes from here until it can be used. */
performance.mark('start');
const server = new Worker(new URL('server.js', import.meta.url));
void import('./page').then(({ showPage }) => showPage(server));
