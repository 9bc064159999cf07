import { palettesOf } from '@wp/workspaces'
import type { Palette } from '@wp/workspaces'

const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, color]) => `--${name}: ${color};`)
    .join(' ')

/**
 * Returns a style sheet in the color of a business, for light and dark screens: the rules of all public pages, then
 * those of a service. Texts stay readable with any color.
 */
export const toStyleSheet = (accent: string | null, rules: string): string => {
  const { light, dark } = palettesOf(accent)
  return `
:root { color-scheme: light dark; ${variables(light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(dark)} } }
${baseRules}
${rules}
`.trim()
}

const baseRules = `
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; font: 1rem/1.6 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans Arabic', 'Noto Naskh Arabic', sans-serif; color: var(--text); background: var(--background); font-variant-numeric: tabular-nums; }
.wrap { max-width: 67rem; margin: 0 auto; padding-inline: 1.25rem; }
a { color: var(--accentText); }
:focus-visible { outline: 3px solid var(--accentText); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -10rem; z-index: 2; padding: 0.5rem 1rem; border-radius: 0.5rem; background: var(--surface); }
.skip:focus { inset-block-start: 0.5rem; }
h1, h2, h3, p { margin: 0; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.015em; }
.top .wrap { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 1.5rem; padding-block: 1.125rem; }
.brand { display: flex; align-items: center; gap: 0.625rem; min-width: 0; font-size: 1.125rem; font-weight: 650; text-decoration: none; color: inherit; }
.brand bdi { overflow-wrap: anywhere; }
.mark { flex: none; display: grid; place-items: center; width: 2.125rem; height: 2.125rem; border-radius: 50%; color: var(--onAccent); background: var(--accent); }
.logo { height: 2.25rem; max-width: 9rem; width: auto; object-fit: contain; }
.languages { position: relative; margin-inline-start: auto; font-size: 0.875rem; }
.languages summary { padding: 0.375rem 0.75rem; border: 1px solid var(--line); border-radius: 2rem; cursor: pointer; list-style: none; background: var(--surface); }
.languages summary::-webkit-details-marker { display: none; }
.languages summary::after { content: ' ▾'; color: var(--quiet); }
.languages ul { position: absolute; z-index: 1; inset-inline-end: 0; min-width: 9rem; margin: 0.25rem 0 0; padding: 0.375rem; list-style: none; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--surface); box-shadow: 0 12px 32px -8px rgb(0 0 0 / 0.25); }
.languages a { display: block; padding: 0.375rem 0.625rem; border-radius: 0.375rem; text-decoration: none; color: inherit; }
.languages a:hover, .languages [aria-current] { background: var(--accentSoft); color: var(--accentText); }
.quiet { color: var(--quiet); }
.small { font-size: 0.875rem; }
.card { padding: 1.25rem; border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); }
label, fieldset { display: grid; gap: 0.3rem; font-size: 0.875rem; font-weight: 600; }
fieldset { min-width: 0; margin: 0; padding: 0; border: 0; }
legend { padding: 0; }
input, select, textarea { width: 100%; min-height: 2.5rem; padding: 0.5rem 0.75rem; font: inherit; font-weight: 400; color: inherit; border: 1px solid var(--fieldLine); border-radius: 0.625rem; background: var(--surface); }
[dir='rtl'] input[dir='ltr'] { text-align: right; }
.button { display: inline-block; padding: 0.4375rem 1.375rem; border: 1px solid var(--accent); border-radius: 2rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; color: var(--onAccent); background: var(--accent); }
.button:hover { filter: brightness(1.08); }
.plain.button { color: var(--accentText); border-color: var(--line); background: var(--surface); }
.alert, .success { padding: 0.75rem 1rem; border-radius: 0.625rem; color: var(--alert); background: var(--alertSoft); }
.success { color: var(--success); background: var(--successSoft); }
footer { border-block-start: 1px solid var(--line); font-size: 0.875rem; color: var(--quiet); }
footer strong { color: var(--text); }
footer a { color: inherit; }
[aria-busy='true'] { opacity: 0.6; }
`.trim()
