import { readPart, sendOncePart, toScript } from '@wp/public-pages'

const sitePart = `
  const main = () => document.getElementById('main');
  const typed = () => new Map([...main().querySelectorAll('form [name]:not([type=hidden])')]
    .filter((field) => field.type !== 'checkbox').map((field) => [field.name, field.value]));
  const report = () => {
    if (parent !== window) parent.postMessage({ type: 'wp-booking-height', height: document.documentElement.offsetHeight }, '*');
  };
  let latest = 0;
  const open = async (address, isBack) => {
    const turn = ++latest;
    main().setAttribute('aria-busy', 'true');
    try {
      const page = await read(await fetch(address, { headers: { accept: 'text/html' } }));
      if (turn !== latest) return;
      const kept = typed();
      main().replaceWith(document.adoptNode(page.getElementById('main')));
      for (const [name, value] of kept) {
        const field = main().querySelector('form [name="' + CSS.escape(name) + '"]');
        if (field && field.value === '') field.value = value;
      }
      document.querySelector('.languages').replaceWith(document.adoptNode(page.querySelector('.languages')));
      document.title = page.title;
      if (!isBack) history.pushState(null, '', address);
      const hash = new URL(address, location.href).hash.slice(1);
      const target = hash && document.getElementById(hash);
      if (target) {
        const isWide = matchMedia('(min-width: 56rem)').matches;
        target.focus({ preventScroll: isWide });
      } else main().querySelector('h1, h2')?.scrollIntoView({ block: 'nearest' });
      report();
    } catch {
      location.assign(address);
    }
  };
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[data-nav]');
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(link.href, false);
  });
  addEventListener('popstate', () => open(location.href, true));
  new ResizeObserver(report).observe(document.documentElement);
`

/**
 * The script of booking pages. It opens the page's links without a full reload, keeps the input, and reports
 * the page's height to the site that embeds it. Everything works without it too.
 */
export const pageScript = toScript(readPart, sitePart, sendOncePart)

/**
 * The script that other sites include. It adds a frame with the booking page after its own tag, and adjusts
 * the frame to the height of the page.
 */
export const embedScript = `
'use strict';
(() => {
  const script = document.currentScript;
  const base = script.src.replace(/\\/embed\\.js.*$/, '');
  const { slug, language, title } = script.dataset;
  const frame = document.createElement('iframe');
  frame.src = base + (slug ? '/' + encodeURIComponent(slug) : '') + (language ? '?language=' + encodeURIComponent(language) : '');
  frame.title = title || 'Book online';
  frame.style.cssText = 'display:block;width:100%;min-height:40rem;border:0;color-scheme:normal';
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== new URL(base).origin) return;
    if (data && data.type === 'wp-booking-height' && data.height > 0) frame.style.height = Math.ceil(data.height) + 'px';
  });
  script.after(frame);
})();
`.trim()
