// The optimizer preview. Its worker, and the parts of the page that load on demand, have scripts of their own.
import { showPage } from './page';

showPage(new URL('worker.js', import.meta.url).href);
