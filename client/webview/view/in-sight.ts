/** Tracks which elements are visible in the window; `onCome` is called when one becomes visible. */
export function inSight(onCome: () => void) {
  const visible = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      isIntersecting ? visible.add(target) : visible.delete(target);
    if (entries.some(({ isIntersecting }) => isIntersecting)) onCome();
  });
  return {
    watch: (element: Element) => observer.observe(element),
    has: (element: Element) => visible.has(element),
  };
}
