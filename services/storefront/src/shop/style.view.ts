/** The style rules of shop pages, in addition to those of all public pages. */
export const styleRules = `
h2 { font-size: 1.25rem; line-height: 1.3; }
[dir='rtl'] :is(h1, h2, h3) { line-height: 1.4; letter-spacing: 0; }
svg { display: block; }
.categories { min-width: 0; }
.categories ul { display: flex; gap: 0.25rem 1.25rem; margin: 0; padding: 0.25rem; list-style: none; overflow-x: auto; scrollbar-width: none; }
.categories a { white-space: nowrap; font-size: 0.9375rem; font-weight: 500; text-decoration: none; color: inherit; }
.categories a:hover, .categories [aria-current] { color: var(--accentText); }
.categories [aria-current] { font-weight: 650; }
.tools { display: flex; align-items: center; gap: 0.75rem; margin-inline-start: auto; }
.search { display: flex; align-items: center; border: 1px solid var(--fieldLine); border-radius: 2rem; background: var(--surface); }
.search:focus-within { border-color: var(--accentText); }
.search input { width: 11rem; min-height: 2.375rem; padding-block: 0.25rem; padding-inline: 0.875rem 0; border: 0; border-radius: 2rem; font-size: 0.9375rem; background: none; }
.icon { display: flex; align-items: center; justify-content: center; gap: 0.375rem; min-width: 2.375rem; min-height: 2.375rem; padding: 0.375rem; border: 0; border-radius: 2rem; font: inherit; font-weight: 600; cursor: pointer; text-decoration: none; color: inherit; background: none; }
.icon:hover { color: var(--accentText); background: var(--accentSoft); }
main { padding-block: 0.5rem 4rem; }
.hero { display: grid; align-content: center; gap: 0.75rem; min-height: 14rem; margin-block-end: 2.25rem; padding: 2.25rem 1.5rem; border-radius: 1.25rem; background: linear-gradient(100deg, var(--accentSoft), color-mix(in srgb, var(--accentSoft), #f97316 9%)); }
.hero h1 { max-width: 28rem; font-size: clamp(1.875rem, 5vw, 2.5rem); line-height: 1.1; letter-spacing: -0.025em; }
.hero p { max-width: 34rem; color: var(--text); }
.headline h1 { font-size: 0.9375rem; line-height: 1.4; letter-spacing: 0; color: var(--accentText); }
.headline p { max-width: 46rem; font-size: clamp(1.5rem, 4vw, 2.125rem); font-weight: 650; line-height: 1.2; letter-spacing: -0.02em; }
[dir='rtl'] .headline p { line-height: 1.4; letter-spacing: 0; }
.hero .button { justify-self: start; margin-block-start: 0.5rem; }
.section { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; margin-block: 0.5rem 1.125rem; }
.section a { font-size: 0.9375rem; font-weight: 500; text-decoration: none; }
.products { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 1.5rem 1.375rem; margin: 0; padding: 0; list-style: none; }
.products li { position: relative; min-width: 0; }
.products .label { margin-block-start: 0.75rem; font-size: 0.9375rem; font-weight: 600; line-height: 1.35; }
.products .label a { text-decoration: none; color: inherit; }
.products .label a::after { content: ''; position: absolute; inset: 0; border-radius: 0.875rem; }
.products li:hover .label a { color: var(--accentText); }
.products .price { font-size: 0.9375rem; color: var(--quiet); }
.picture { position: relative; display: grid; place-items: center; overflow: hidden; aspect-ratio: 4 / 5; border-radius: 0.875rem; font-size: 3rem; font-weight: 650; color: var(--accentText); background: var(--accentSoft); }
.picture img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.badge { position: absolute; inset-block-start: 0.75rem; inset-inline-start: 0.75rem; padding: 0.0625rem 0.625rem; border-radius: 1rem; font-size: 0.75rem; font-weight: 600; line-height: 1.6; color: var(--text); background: var(--surface); }
.products.list { grid-template-columns: minmax(0, 1fr); gap: 1rem; }
.products.list li { display: grid; grid-template-columns: 6rem 1fr; grid-template-rows: auto 1fr; column-gap: 1.125rem; }
.products.list .picture { grid-row: span 2; font-size: 1.75rem; }
.pagination { display: flex; justify-content: space-between; gap: 1rem; margin-block-start: 2.25rem; }
.product { display: grid; gap: 1.75rem; padding-block-start: 0.5rem; }
.pictures { display: grid; gap: 0.75rem; }
.pictures img, .pictures .picture { width: 100%; height: auto; border-radius: 1.25rem; }
.pictures img { background: var(--accentSoft); }
.pictures > * { max-height: 36rem; object-fit: cover; }
.buy { display: grid; gap: 1rem; align-content: start; min-width: 0; }
.buy .price { font-size: 1.25rem; font-weight: 600; }
.description { white-space: pre-line; overflow-wrap: anywhere; color: var(--quiet); }
form.fields { display: grid; gap: 0.875rem; }
legend { margin-block-end: 0.375rem; }
textarea { resize: vertical; }
.quantity { width: 6rem; }
.add { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.options { display: grid; gap: 0.5rem; }
.choice { display: flex; align-items: center; gap: 0.625rem; padding: 0.625rem 0.875rem; border: 1px solid var(--line); border-radius: 0.75rem; font-weight: 400; cursor: pointer; background: var(--surface); }
.choice:has(:checked) { border-color: var(--accentText); background: var(--accentSoft); }
.choice:has(:disabled) { cursor: default; color: var(--quiet); }
.choice input { flex: none; width: 1.125rem; min-height: 1.125rem; height: 1.125rem; accent-color: var(--accent); }
.choice b { flex: 1; font-weight: 600; overflow-wrap: anywhere; }
form:has([name='delivery'][value='pickup']:checked) .address { display: none; }
.address { display: grid; gap: 0.875rem; }
.button { min-height: 2.5rem; }
.link { padding: 0.25rem 0; border: 0; font: inherit; font-size: 0.875rem; text-decoration: underline; cursor: pointer; color: var(--accentText); background: none; }
.columns { display: grid; gap: 1.5rem; align-items: start; padding-block-start: 0.5rem; }
.lines { display: grid; gap: 1rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.lines li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) auto; gap: 0.25rem 1rem; padding-block-end: 1rem; border-block-end: 1px solid var(--line); }
.lines .picture { grid-row: span 2; aspect-ratio: 1; font-size: 1.5rem; }
.lines a { font-weight: 600; text-decoration: none; color: inherit; }
.lines .change { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; grid-column: 2 / -1; }
.lines .quantity { width: 5rem; }
.total { display: flex; justify-content: space-between; gap: 1rem; font-size: 1.125rem; font-weight: 650; }
.success { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1rem; }
.success:empty, .alert:empty { display: none; }
.success a { color: inherit; font-weight: 600; }
.warning { font-size: 0.875rem; font-weight: 600; color: var(--alert); }
.facts { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; color: var(--quiet); }
.facts strong { color: var(--text); }
.steps { display: flex; gap: 0.5rem; margin: 0; padding: 0; list-style: none; }
.steps li { flex: 1; min-width: 0; padding-block-start: 0.5rem; border-block-start: 4px solid var(--line); font-size: 0.875rem; overflow-wrap: anywhere; color: var(--quiet); }
.steps .done { border-color: var(--accentText); color: var(--text); }
.steps [aria-current] { border-color: var(--accentText); font-weight: 650; color: var(--accentText); }
.stack { display: grid; gap: 1.25rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.625rem 0.25rem; border-block-end: 1px solid var(--line); text-align: start; font-weight: 400; overflow-wrap: anywhere; }
thead th { font-size: 0.875rem; overflow-wrap: normal; color: var(--quiet); }
tfoot tr:first-child > * { font-weight: 650; }
:is(th, td):last-child { text-align: end; white-space: nowrap; }
.content { max-width: 42rem; }
.content :is(h1, h2, h3, p, ul, ol, table) { margin-block: 0 1rem; }
.content img { max-width: 100%; height: auto; border-radius: 0.875rem; }
footer .wrap { display: grid; gap: 1rem; padding-block: 1.75rem 2.75rem; }
footer ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 0; padding: 0; list-style: none; }
footer p { display: flex; flex-wrap: wrap; gap: 0.125rem 1.5rem; }
@media (max-width: 47.99rem) {
  .tools { order: 1; }
  .categories { order: 3; flex-basis: 100%; }
  .top .wrap { padding-block-end: 0.75rem; }
  .search { order: 2; flex: 1 0 100%; }
  .search input { width: 100%; }
  .pictures > * { max-height: 24rem; }
}
@media (min-width: 48rem) {
  .categories { flex: 1; }
  .products { grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 2rem 1.375rem; }
  .hero { min-height: 16.75rem; padding: 2.5rem 3rem; }
  .product { grid-template-columns: minmax(0, 1fr) 25rem; gap: 3rem; }
  .columns { grid-template-columns: minmax(0, 1fr) 23rem; gap: 2.25rem; }
  .sticky { position: sticky; inset-block-start: 1.25rem; }
}
@media (prefers-color-scheme: dark) { .hero { background: linear-gradient(100deg, var(--accentSoft), color-mix(in srgb, var(--accentSoft), var(--accent) 16%)); } }
@media (prefers-reduced-motion: no-preference) { .picture img { transition: transform 0.25s; } .products li:hover .picture img { transform: scale(1.03); } }
`.trim()
