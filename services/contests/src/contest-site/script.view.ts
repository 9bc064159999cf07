import { livePart, readPart, sendOncePart, toScript } from '@wp/public-pages'

const clockPart = `
  document.documentElement.classList.add('has-script');
  const clock = document.querySelector('[data-left]');
  if (clock) {
    const end = Date.now() + Number(clock.dataset.left);
    const number = new Intl.NumberFormat(document.documentElement.lang, { minimumIntegerDigits: 2, useGrouping: false });
    const show = () => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      const units = { days: Math.floor(left / 86400), hours: Math.floor(left / 3600) % 24, minutes: Math.floor(left / 60) % 60, seconds: left % 60 };
      for (const unit of clock.querySelectorAll('[data-unit]')) {
        const text = number.format(units[unit.dataset.unit]);
        if (unit.textContent !== text) unit.textContent = text;
      }
      if (left > 0) return;
      clearInterval(ticking);
      // Not everyone loads the page at the same moment.
      setTimeout(() => location.reload(), 300 + Math.random() * 1500);
    };
    const ticking = setInterval(show, 250);
  }
`

/** Saves each answer when it is chosen, one after the other, so that an earlier choice cannot win. */
const answerPart = `
  let [saving, pending] = [Promise.resolve(), 0];
  const save = async (form) => {
    const status = document.getElementById('saved');
    const body = new URLSearchParams(new FormData(form));
    try {
      const { type, ok } = await fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true });
      status.textContent = type === 'opaqueredirect' || ok ? form.dataset.saved : form.dataset.failed;
    } catch {
      status.textContent = form.dataset.failed;
    }
  };
  document.addEventListener('change', ({ target }) => {
    const form = target.closest('form[data-answer]');
    if (!form) return;
    pending += 1;
    saving = saving.then(() => save(form)).then(() => { pending -= 1; });
  });
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    if (pending === 0 || !form.matches('form[data-answer]')) return;
    event.preventDefault();
    saving.then(() => form.requestSubmit(submitter));
  });
`

/**
 * The script of contest pages. It updates the clock, saves answers when they are chosen, and keeps the
 * leaderboard up to date. Everything works without it too.
 */
export const contestScript = toScript(readPart, clockPart, answerPart, sendOncePart, livePart)
