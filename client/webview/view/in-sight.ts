/** Tracks which elements are visible in the window; `onCome` is called when one becomes visible. */
export function inSight(onCome: () => void) {
  const seen = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) isIntersecting ? seen.add(target) : seen.delete(target);
    if (entries.some(({ isIntersecting }) => isIntersecting)) onCome();
  });
  return {
    watch: (element: Element) => observer.observe(element),
    has: (element: Element) => seen.has(element),
  };
}
