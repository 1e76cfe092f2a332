// The optimizer preview. Its thread has a script of its own, as have the parts of the page that come when they are wanted.
import { showPage } from './page';

showPage(new URL('worker.js', import.meta.url).href);
