// Starts the language server while the page's own code still loads: on a slow machine both take time.

/** Tests measure from here until the page can be used. */
performance.mark('start');
const server = new Worker(new URL('server.js', import.meta.url));
/** Why the server failed. If its script cannot be loaded, the event has no message. */
const failure = new Promise<string>((tell) => {
  server.addEventListener('error', ({ message }: Partial<ErrorEvent>) =>
    tell(message ?? 'its script cannot be loaded'),
  );
});
import('./page').then(
  ({ showPage }) => showPage(server, failure),
  () => {
    document.querySelector('.starting')!.textContent =
      'The playground cannot be loaded. Check that its server is running, then reload the page.';
  },
);
