// The optimizer preview: its page, and the thread on which the page computes what takes long.
import { showPage } from './page';
import { serve } from './thread';

if ('document' in globalThis) showPage((document.currentScript as HTMLScriptElement).src);
else serve();
