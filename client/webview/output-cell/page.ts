// The preview as one page for the output cell of a notebook.
import './host';
import { showPage } from '../page';

/** The worker's script is text in the page: a sandboxed page may load nothing. */
const { textContent } = document.getElementById('worker')!;
showPage(URL.createObjectURL(new Blob([textContent!], { type: 'text/javascript' })));
