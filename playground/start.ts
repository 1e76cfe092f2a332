// Starts the language server before the page's own code is there: on a slow machine each takes its time.

/** When the page began: tests read how long it takes from here until it can be used. */
performance.mark('start');
const server = new Worker(new URL('server.js', import.meta.url));
/** Why it does not answer any more, if ever; the browser tells of a script that it cannot load without a reason. */
const failure = new Promise<string>((tell) => {
  server.addEventListener('error', ({ message }: Partial<ErrorEvent>) =>
    tell(message ?? 'its script cannot be loaded'),
  );
});
import('./page').then(
  ({ showPage }) => showPage(server, failure),
  () => {
    document.querySelector('.starting')!.textContent =
      'The playground cannot be loaded. Look whether its server still runs, then reload the page.';
  },
);
