/** The style rules of contest pages, in addition to those of all public pages. */
export const styleRules = `
h2 { font-size: 1.125rem; line-height: 1.3; }
[dir='rtl'] :is(h1, h2, .asked) { line-height: 1.5; letter-spacing: 0; }
main { padding-block: 0.5rem 4rem; }
.stack { display: grid; gap: 1.25rem; align-content: start; }
.tight { gap: 0.5rem; }
.narrow { max-width: 42rem; margin: 0 auto; }
.hero { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 1.5rem; padding: 1.75rem 1.5rem; border-radius: 1.25rem; background: var(--accentSoft); }
.hero .stack { flex: 1 1 20rem; gap: 0.75rem; min-width: 0; }
.hero h1 { font-size: clamp(1.75rem, 5vw, 2.25rem); line-height: 1.15; }
.badge { display: inline-block; padding: 0.0625rem 0.625rem; border-radius: 1rem; font-size: 0.8125rem; font-weight: 600; color: var(--text); background: var(--surface); }
.open .badge, .own .badge { color: var(--onAccent); background: var(--accent); }
.clock { display: grid; gap: 0.375rem; }
.clock .units { display: flex; gap: 0.5rem; }
.clock .units > span { display: grid; justify-items: center; min-width: 3.75rem; padding: 0.5rem 0.375rem; border-radius: 0.75rem; background: var(--surface); }
.clock b { font-size: 1.5rem; font-weight: 650; line-height: 1.2; }
.clock small { font-size: 0.75rem; color: var(--quiet); }
.columns { display: grid; gap: 1.5rem; align-items: start; padding-block-start: 1.5rem; }
.description { white-space: pre-line; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 0.75rem 1.25rem; margin: 0; }
dt { font-size: 0.8125rem; color: var(--quiet); }
dd { margin: 0; font-weight: 600; }
form.fields { display: grid; gap: 0.875rem; }
details .fields { margin-block-start: 1rem; }
.card summary { cursor: pointer; font-weight: 600; color: var(--accentText); }
.button { min-height: 2.75rem; }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.link { padding: 0.5rem 0; border: 0; font: inherit; font-size: 0.9375rem; text-decoration: underline; cursor: pointer; color: var(--accentText); background: none; }
.bar { position: sticky; inset-block-start: 0; z-index: 1; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.25rem 1rem; padding-block: 0.5rem; background: var(--background); }
.bar .quiet { min-width: 0; overflow-wrap: anywhere; }
.bar .clock { display: flex; align-items: center; gap: 0.625rem; }
.bar .units { gap: 0; }
.bar .units > span { display: block; min-width: 0; padding: 0; background: none; }
.bar .units > span + span::before { content: ':'; font-weight: 650; }
.bar .units { direction: ltr; }
.bar b { font-size: 1.125rem; }
.bar small { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
progress { width: 100%; height: 0.5rem; border: 0; border-radius: 1rem; overflow: hidden; appearance: none; background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accentText); }
progress::-moz-progress-bar { background: var(--accentText); }
fieldset { gap: 0.625rem; font-weight: 400; }
legend { display: grid; gap: 0.375rem; margin-block-end: 0.5rem; }
.asked { font-size: 1.375rem; font-weight: 650; line-height: 1.3; white-space: pre-line; overflow-wrap: anywhere; }
.choice { display: flex; align-items: center; gap: 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; font-size: 1rem; font-weight: 400; cursor: pointer; }
.choice:hover { border-color: var(--accentText); }
.choice:has(:checked) { border-color: var(--accentText); background: var(--accentSoft); }
.choice:has(:focus-visible) { outline: 3px solid var(--accentText); outline-offset: 2px; }
.choice input { flex: none; width: 1.25rem; min-height: 1.25rem; height: 1.25rem; accent-color: var(--accent); }
.choice input:focus-visible { outline: none; }
.choice span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
#saved { min-height: 1.4em; }
.numbers { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.numbers a { display: grid; place-items: center; min-width: 2.5rem; height: 2.5rem; padding-inline: 0.5rem; border: 1px solid var(--line); border-radius: 0.625rem; font-weight: 600; text-decoration: none; }
.numbers a:hover { border-color: var(--accentText); background: var(--accentSoft); }
.score { font-size: clamp(1.75rem, 6vw, 2.5rem); font-weight: 650; line-height: 1.2; color: var(--accentText); }
.board { display: grid; gap: 0.75rem; }
.rank { font-weight: 600; color: var(--accentText); }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem 0.25rem; border-block-end: 1px solid var(--line); text-align: start; font-weight: 400; }
tbody th { overflow-wrap: anywhere; font-weight: 500; }
thead th { font-size: 0.8125rem; color: var(--quiet); }
:is(th, td):last-child { text-align: end; font-weight: 600; }
thead th:last-child { font-weight: 400; }
.place { display: grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%; font-weight: 600; }
tbody tr:first-child .place { color: var(--onAccent); background: var(--accent); }
tbody tr:nth-child(-n + 3):not(:first-child) .place { color: var(--accentText); background: var(--accentSoft); }
.own > * { background: var(--accentSoft); }
.scripted { display: none; }
.has-script .scripted { display: block; }
footer .wrap { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding-block: 1.5rem 2.5rem; }
@media (max-width: 29.99rem) {
  .hero .clock, .hero .units > span { flex: 1; }
  .hero .clock { width: 100%; }
  .buttons .button { flex: 1 1 8rem; }
}
@media (min-width: 56rem) {
  .hero { padding: 2.5rem; }
  .columns:not(.single) { grid-template-columns: minmax(0, 1fr) 25rem; gap: 2.25rem; }
  .single { max-width: 42rem; }
  .result.single { margin: 0 auto; }
}
`.trim()
