// Tells the preview in this output whether the notebook is dark: in JupyterLab, VS Code, Colab, or as the system is.
(() => {
  const { documentElement: root, body } = document;
  const frame = document.currentScript?.previousElementSibling;
  const frames = () => (frame ? [frame] : document.querySelectorAll('iframe[title="Optimizer preview"]'));
  const isDark = () => {
    if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === 'false';
    if (/\bvscode-/.test(body.className))
      return /\bvscode-(?:dark|high-contrast(?!-light))/.test(body.className);
    return root.getAttribute('theme') === 'dark';
  };
  const tell = () => {
    for (const { contentWindow } of frames()) contentWindow?.postMessage({ isDark: isDark() }, '*');
  };
  for (const each of frames()) each.addEventListener('load', tell);
  tell();
  new MutationObserver(tell).observe(body, { attributeFilter: ['class', 'data-jp-theme-light'] });
  new MutationObserver(tell).observe(root, { attributeFilter: ['theme'] });
})();
