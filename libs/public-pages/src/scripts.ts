/** Returns the script of a service's pages from its parts, which share one scope. */
export const toScript = (...parts: string[]): string =>
  `'use strict';\n(() => {\n${parts.map((part) => part.trim()).join('\n\n')}\n})();`

/** Reads the page of a response: `read(response)`. Throws for an error. */
export const readPart = `
  const read = async (response) => {
    if (!response.ok) throw new Error(String(response.status));
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  };
`

/** Disables the buttons of a form that is being sent, so that it is not sent twice. */
export const sendOncePart = `
  document.addEventListener('submit', ({ target, defaultPrevented }) => {
    if (defaultPrevented || target.method !== 'post') return;
    setTimeout(() => { for (const button of target.querySelectorAll('button')) button.disabled = true; });
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const button of document.querySelectorAll('button')) button.disabled = false;
  });
`

/**
 * Keeps the element with `data-live` up to date. While it is visible and has no `data-final`, the page polls
 * itself at increasing intervals of at most `data-longest` seconds. When the value of `data-live` has
 * changed, the element is replaced, and screen readers announce its `data-news` in `#news`. Needs `readPart`.
 */
export const livePart = `
  const first = 4000;
  let [wait, timer] = [first, 0];
  const live = () => document.querySelector('[data-live]');
  const isOpen = () => live() && !live().hasAttribute('data-final');
  const longer = (factor) => { wait = Math.min(wait * factor, Number(live().dataset.longest || 60) * 1000); };
  const look = async () => {
    const shown = live().dataset.live;
    try {
      const page = await read(await fetch(location.href, { headers: { accept: 'text/html' } }));
      const next = page.querySelector('[data-live]');
      if (next && next.dataset.live !== shown) {
        live().replaceWith(document.adoptNode(next));
        document.getElementById('news').textContent = next.dataset.news;
        wait = first;
      } else longer(1.5);
    } catch {
      longer(2);
    }
    plan();
  };
  const plan = () => {
    clearTimeout(timer);
    if (isOpen() && !document.hidden) timer = setTimeout(look, wait);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return clearTimeout(timer);
    wait = first;
    if (isOpen()) look();
  });
  plan();
`
