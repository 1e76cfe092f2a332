// Starts the language server while the page's own code still loads: on a slow machine both take time.

/** Tests measure from here until the page can be used. */
performance.mark('start');
const server = new Worker(new URL('server.js', import.meta.url));
/** Why the server failed, if it did before the page's own code heard of it. */
let early: string | undefined;
let hear = (reason: string) => {
  early = reason;
};
// If its script cannot be loaded, the event has no message.
server.addEventListener('error', ({ message }: Partial<ErrorEvent>) =>
  hear(message ?? 'its script cannot be loaded'),
);
import('./page').then(
  ({ showPage }) =>
    showPage(server, (listener) => {
      hear = listener;
      if (early !== undefined) listener(early);
    }),
  () => {
    document.querySelector('.starting')!.textContent =
      'The playground cannot be loaded. Check that its server is running, then reload the page.';
  },
);
