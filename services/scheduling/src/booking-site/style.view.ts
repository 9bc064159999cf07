/** The style rules of booking pages, in addition to those of all public pages. */
export const styleRules = `
body { font-size: 0.9375rem; line-height: 1.5; }
.narrow { max-width: 36rem; padding-block: 3rem; }
[tabindex='-1']:focus { outline: none; }
.top .wrap { flex-wrap: nowrap; gap: 1rem; }
.avatar { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; font-size: 0.8125rem; font-weight: 650; color: var(--accentText); background: var(--accentSoft); }
.columns { display: grid; gap: 1.25rem; padding-block: 1rem 3rem; align-items: start; }
.steps { display: grid; gap: 0.75rem; min-width: 0; }
h1 { margin: 0 0 0.5rem; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.75rem; font-size: 1rem; }
h3 { font-size: 0.9375rem; }
.small { font-size: 0.8125rem; }
.center { text-align: center; }
.card { padding: 1.125rem 1.25rem; border-radius: 0.875rem; }
.choices { display: grid; gap: 0.625rem; margin: 0; padding: 0; list-style: none; }
.choice, .chosen { display: flex; align-items: center; gap: 0.875rem; }
.choice { min-height: 3.5rem; justify-content: space-between; text-decoration: none; color: inherit; }
.people .choice { justify-content: start; }
.choice:hover { border-color: var(--accentText); background: var(--accentSoft); }
.choice .quiet, .chosen .quiet { display: block; }
.chosen > div { flex: 1; min-width: 0; }
.chosen a { font-weight: 600; text-decoration: none; }
.label { font-weight: 600; overflow-wrap: anywhere; }
.calendar { display: grid; gap: 1.5rem; }
.month-head { display: flex; align-items: center; justify-content: space-between; margin-block-end: 0.5rem; }
.month-head > div { display: flex; gap: 0.25rem; }
.step { display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%; font-size: 1.375rem; line-height: 1; text-decoration: none; color: inherit; }
.step:hover:not(.off) { background: var(--accentSoft); color: var(--accentText); }
.step.off { opacity: 0.35; }
.arrow { width: 0.5625rem; height: 0.5625rem; border-block-start: 2px solid; }
.arrow.back { border-inline-start: 2px solid; transform: translateX(2px) rotate(-45deg); }
.arrow.ahead { border-inline-end: 2px solid; transform: translateX(-2px) rotate(45deg); }
[dir='rtl'] .arrow.back { transform: translateX(-2px) rotate(45deg); }
[dir='rtl'] .arrow.ahead { transform: translateX(2px) rotate(-45deg); }
.month table { width: 100%; border-collapse: collapse; table-layout: fixed; }
.month th { padding: 0 0 0.375rem; font-weight: 400; font-size: 0.8125rem; color: var(--quiet); }
.month abbr { text-decoration: none; }
.month td { padding: 1px; text-align: center; }
.day { display: grid; place-items: center; width: 2.5rem; max-width: 100%; height: 2.5rem; margin: 0 auto; border-radius: 50%; }
a.day { font-weight: 650; text-decoration: none; color: inherit; }
a.day:hover { background: var(--accentSoft); color: var(--accentText); }
.day.off { color: var(--quiet); }
a.day[aria-current] { color: var(--onAccent); background: var(--accent); }
.slots ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(5rem, 1fr)); gap: 0.5rem; margin: 0.75rem 0 0; padding: 0; list-style: none; }
.slot { display: grid; place-items: center; height: 2.5rem; border: 1px solid var(--line); border-radius: 0.625rem; }
a.slot { font-weight: 600; text-decoration: none; color: inherit; }
a.slot:hover { border-color: var(--accentText); color: var(--accentText); }
.slot.off { color: var(--quiet); }
a.slot[aria-current] { border-color: var(--accent); color: var(--onAccent); background: var(--accent); }
dl { display: grid; gap: 0.5rem; margin: 0; }
dl div { display: grid; grid-template-columns: 5rem 1fr; gap: 0.5rem; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
.visit dl { padding-block-end: 1rem; margin-block-end: 1rem; border-block-end: 1px solid var(--line); font-size: 0.875rem; }
.visit > p + p, .visit > p + details, .visit details + p { margin-block-start: 0.75rem; }
.actions { margin-block-start: 1rem; }
form { display: grid; gap: 0.875rem; }
label .quiet, fieldset .quiet { font-weight: 400; }
.check { display: flex; align-items: center; gap: 0.5rem; font-weight: 400; }
input, select, textarea { font-size: 1rem; }
.check input { width: 1.25rem; min-height: 1.25rem; accent-color: var(--accent); }
.button { display: block; width: 100%; padding: 0.6875rem 1.25rem; }
#time form { margin-block-start: 1.25rem; }
.cancel summary { list-style: none; }
.cancel summary::-webkit-details-marker { display: none; }
.cancel form { margin-block-start: 0.75rem; }
footer { font-size: 0.8125rem; }
footer .wrap { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding-block: 1.5rem 2.5rem; }
@media (min-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 21rem; gap: 2.25rem; padding-block-start: 1.5rem; }
  .visit { position: sticky; inset-block-start: 1.25rem; }
  .choices.people { grid-template-columns: 1fr 1fr; }
  .calendar { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; }
}
@media (prefers-reduced-motion: no-preference) { .card, .slot, .day { transition: border-color 0.12s, background-color 0.12s; } }
`.trim()
