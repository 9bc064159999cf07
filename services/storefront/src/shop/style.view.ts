/** Text and background colours; a test checks the contrast of each pair against WCAG AA. */
export const colours = {
  text: '#1f2328',
  quiet: '#57606a',
  link: '#0550ae',
  background: '#ffffff',
  button: '#0550ae',
  buttonText: '#ffffff',
  alert: '#82071e',
  alertBackground: '#ffebe9',
}

export const styleSheet = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 64rem; padding: 0 1rem 3rem; font: 1rem/1.6 system-ui, sans-serif; color: ${colours.text}; background: ${colours.background}; }
a { color: ${colours.link}; }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid ${colours.link}; outline-offset: 2px; }
header { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: baseline; padding-block: 1.5rem 1rem; border-block-end: 1px solid #d0d7de; }
header .name { font-size: 1.5rem; font-weight: 700; text-decoration: none; color: inherit; }
header .logo { height: 2.5rem; width: auto; margin-inline-end: 0.75rem; vertical-align: middle; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin: 0; padding: 0; list-style: none; }
.languages { margin-inline-start: auto; font-size: 0.9rem; }
.languages [aria-current] { color: inherit; font-weight: 600; text-decoration: none; }
h1 { font-size: 1.75rem; line-height: 1.25; overflow-wrap: anywhere; }
main img { max-width: 100%; height: auto; }
.products { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1.5rem; margin: 0; padding: 0; list-style: none; }
.products h2 { margin: 0.5rem 0 0; font-size: 1.1rem; overflow-wrap: anywhere; }
.products img { width: 100%; aspect-ratio: 1; object-fit: cover; border-radius: 0.5rem; background: #f6f8fa; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1rem; }
.pictures img { width: 100%; border-radius: 0.5rem; }
.price { margin: 0; font-weight: 600; }
.quiet { color: ${colours.quiet}; }
.description { white-space: pre-line; overflow-wrap: anywhere; }
.pagination { display: flex; gap: 2rem; margin-block-start: 2rem; }
form { display: grid; gap: 1rem; max-width: 26rem; margin-block-start: 1rem; }
label { display: grid; gap: 0.25rem; font-weight: 600; }
input { font: inherit; font-weight: 400; padding: 0.5rem 0.75rem; border: 1px solid #6e7781; border-radius: 0.375rem; color: inherit; background: #fff; }
button { font: inherit; font-weight: 600; padding: 0.625rem 1rem; border: 0; border-radius: 0.375rem; color: ${colours.buttonText}; background: ${colours.button}; cursor: pointer; }
.alert { padding: 0.75rem 1rem; border-radius: 0.375rem; color: ${colours.alert}; background: ${colours.alertBackground}; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem; border-block-end: 1px solid #d0d7de; text-align: start; }
`.trim()
