import { palettesOf } from '@wp/workspaces'
import type { Palette } from '@wp/workspaces'

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ')

/** Returns the style sheet of booking pages in the brand color of a business, for light and dark screens. */
export const toStyleSheet = (brandColor: string | null): string => {
  const { light, dark } = palettesOf(brandColor)
  return `
:root { color-scheme: light dark; ${variables(light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }
${rules}
`.trim()
}

const rules = `
* { box-sizing: border-box; }
body { margin: 0; font: 0.9375rem/1.5 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Arabic', sans-serif; color: var(--text); background: var(--background); font-variant-numeric: tabular-nums; }
.wrap { max-width: 67rem; margin: 0 auto; padding-inline: 1.25rem; }
.narrow { max-width: 36rem; padding-block: 3rem; }
a { color: var(--accentText); }
:focus-visible { outline: 3px solid var(--accentText); outline-offset: 2px; }
[tabindex='-1']:focus { outline: none; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.top .wrap { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding-block: 1.125rem; }
.brand { display: flex; align-items: center; gap: 0.625rem; min-width: 0; font-size: 1.125rem; font-weight: 650; text-decoration: none; color: inherit; }
.brand bdi { overflow-wrap: anywhere; }
.mark, .avatar { flex: none; display: grid; place-items: center; border-radius: 50%; font-weight: 650; }
.mark { width: 2.125rem; height: 2.125rem; color: var(--onAccent); background: var(--accent); }
.logo { height: 2.25rem; width: auto; }
.avatar { width: 2.25rem; height: 2.25rem; font-size: 0.8125rem; color: var(--accentText); background: var(--accentSoft); }
.languages { position: relative; font-size: 0.875rem; }
.languages summary { padding: 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: 2rem; cursor: pointer; list-style: none; background: var(--surface); }
.languages summary::-webkit-details-marker { display: none; }
.languages summary::after { content: ' ▾'; color: var(--quiet); }
.languages ul { position: absolute; z-index: 1; inset-inline-end: 0; min-width: 9rem; margin: 0.25rem 0 0; padding: 0.375rem; list-style: none; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--surface); box-shadow: 0 12px 32px -8px rgb(0 0 0 / 0.25); }
.languages a { display: block; padding: 0.375rem 0.625rem; border-radius: 0.375rem; text-decoration: none; color: inherit; }
.languages a:hover, .languages [aria-current] { background: var(--accentSoft); color: var(--accentText); }
.columns { display: grid; gap: 1.25rem; padding-block: 1rem 3rem; align-items: start; }
.steps { display: grid; gap: 0.75rem; min-width: 0; }
h1 { margin: 0 0 0.5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { margin: 0 0 0.75rem; font-size: 1rem; }
h3 { margin: 0; font-size: 0.9375rem; }
p { margin: 0; }
.quiet { color: var(--quiet); }
.small { font-size: 0.8125rem; }
.center { text-align: center; }
.card { padding: 1.125rem 1.25rem; border: 1px solid var(--line); border-radius: 0.875rem; background: var(--surface); }
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
label, fieldset { display: grid; gap: 0.3rem; font-weight: 600; font-size: 0.875rem; }
fieldset { margin: 0; padding: 0; border: 0; }
legend { padding: 0; }
label .quiet, fieldset .quiet { font-weight: 400; }
.check { display: flex; align-items: center; gap: 0.5rem; font-weight: 400; }
input, select, textarea { width: 100%; min-height: 2.5rem; padding: 0.5rem 0.75rem; font: inherit; font-size: 1rem; font-weight: 400; color: inherit; border: 1px solid var(--fieldLine); border-radius: 0.625rem; background: var(--surface); }
[dir='rtl'] input[dir='ltr'] { text-align: right; }
.check input { width: 1.25rem; min-height: 1.25rem; accent-color: var(--accent); }
.button { display: block; width: 100%; padding: 0.6875rem 1.25rem; border: 1px solid var(--accent); border-radius: 2rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; color: var(--onAccent); background: var(--accent); }
.button:hover { filter: brightness(1.08); }
.plain.button { color: var(--accentText); border-color: var(--line); background: var(--surface); }
#time form { margin-block-start: 1.25rem; }
.cancel summary { list-style: none; }
.cancel summary::-webkit-details-marker { display: none; }
.cancel form { margin-block-start: 0.75rem; }
.alert, .success { padding: 0.75rem 1rem; border-radius: 0.625rem; color: var(--alert); background: var(--alertSoft); }
.success { color: var(--success); background: var(--successSoft); }
footer { border-block-start: 1px solid var(--line); font-size: 0.8125rem; color: var(--quiet); }
footer .wrap { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; padding-block: 1.5rem 2.5rem; }
footer strong { color: var(--text); }
footer a { color: inherit; }
[aria-busy='true'] { opacity: 0.6; }
@media (min-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 1fr) 21rem; gap: 2.25rem; padding-block-start: 1.5rem; }
  .visit { position: sticky; inset-block-start: 1.25rem; }
  .choices.people { grid-template-columns: 1fr 1fr; }
  .calendar { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 2rem; }
}
@media (prefers-reduced-motion: no-preference) { .card, .slot, .day { transition: border-color 0.12s, background-color 0.12s; } }
`.trim()
