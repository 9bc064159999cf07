/**
 * The script of shop pages. It puts products into the cart without leaving the page, saves changed quantities, and
 * keeps the page of an order up to date. Everything also works without it.
 */
export const shopScript = `
'use strict';
(() => {
  const read = async (response) => {
    if (!response.ok) throw new Error(String(response.status));
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  };
  const replace = (page, selector) => {
    const [shown, next] = [document.querySelector(selector), page.querySelector(selector)];
    if (shown && next) shown.replaceWith(document.adoptNode(next));
  };

  const typedFields = () => [...document.querySelectorAll('form.fields :is(input:not([type=hidden]), textarea)')];
  const changeable = () => [...document.querySelectorAll('.lines :is(input:not([type=hidden]), button)')];
  const showCart = (page) => {
    const focused = changeable().indexOf(document.activeElement);
    const typed = typedFields();
    replace(page, '#main');
    for (const field of typedFields()) {
      const before = typed.find(({ name, type, value }) => name === field.name && (type !== 'radio' || value === field.value));
      if (!before) continue;
      field.value = before.value;
      field.checked = before.checked;
    }
    changeable()[Math.min(focused, changeable().length - 1)]?.focus();
  };
  const send = async (form, submitter) => {
    const body = new URLSearchParams(new FormData(form, submitter));
    const isAdd = body.get('action') === 'add';
    const main = document.getElementById('main');
    main.setAttribute('aria-busy', 'true');
    try {
      // The form has a field called "action".
      const page = await read(await fetch(form.getAttribute('action'), { method: 'POST', body }));
      replace(page, '#cart');
      if (!isAdd) return showCart(page);
      const [status, notice] = [form.querySelector('[role=status]'), page.querySelector('main [data-notice]')];
      status.textContent = notice ? notice.textContent : form.dataset.added + ' ';
      const link = document.createElement('a');
      link.href = document.getElementById('cart').href;
      link.textContent = form.dataset.view;
      status.append(link);
    } catch {
      form.removeAttribute('data-cart');
      form.requestSubmit(submitter);
    } finally {
      main.removeAttribute('aria-busy');
    }
  };
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.matches('form[data-cart]')) {
      event.preventDefault();
      send(form, event.submitter);
    } else if (form.method === 'post')
      setTimeout(() => { for (const button of form.querySelectorAll('button')) button.disabled = true; });
  });
  document.addEventListener('change', ({ target }) => {
    if (target.matches('.lines input')) target.form.requestSubmit();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    for (const button of document.querySelectorAll('button')) button.disabled = false;
    if (document.querySelector('.lines')) location.reload();
  });

  const [first, longest] = [4000, 60000];
  let [wait, timer] = [first, 0];
  const order = () => document.querySelector('[data-order]');
  const isOpen = () => order() && !order().hasAttribute('data-final');
  const look = async () => {
    const shown = order().dataset.order;
    try {
      const page = await read(await fetch(location.href, { headers: { accept: 'text/html' } }));
      const next = page.querySelector('[data-order]');
      if (next && next.dataset.order !== shown) {
        order().replaceWith(document.adoptNode(next));
        document.getElementById('news').textContent = next.dataset.news;
        wait = first;
      } else wait = Math.min(wait * 1.5, longest);
    } catch {
      wait = Math.min(wait * 2, longest);
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
})();
`.trim()
