import { livePart, readPart, sendOncePart, toScript } from '@wp/public-pages'

const cartPart = `
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
    if (!form.matches('form[data-cart]')) return;
    event.preventDefault();
    send(form, event.submitter);
  });
  document.addEventListener('change', ({ target }) => {
    if (target.matches('.lines input')) target.form.requestSubmit();
  });
  // A quantity that was changed before this script was loaded.
  const changed = [...document.querySelectorAll('.lines input[type=number]')].find((field) => field.value !== field.defaultValue);
  if (changed && changed !== document.activeElement) changed.form.requestSubmit();
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && document.querySelector('.lines')) location.reload();
  });
`

/**
 * The script of shop pages. It puts products into the cart without leaving the page, saves changed
 * quantities, and keeps the page of an order up to date. Everything works without it too.
 */
export const shopScript = toScript(readPart, cartPart, sendOncePart, livePart)
