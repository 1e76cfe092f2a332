// What every page does beside being read.

// Browsers start the playground from a server alone.
if (location.protocol === 'file:')
  for (const link of document.querySelectorAll('a[href$="playground/index.html"]')) {
    link.removeAttribute('href');
    link.append(' (from a server)');
  }

// The key / leads to the search.
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  document.querySelector('main input[type=search], header input[type=search]').focus();
});
