/** HTML that is safe to output: returned by `html` or already sanitized. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

type Value = Html | string | number | null | undefined | false | readonly Value[]

const toText = (value: Value): string => {
  if (value instanceof Html) return value.text
  if (typeof value === 'object' && value !== null) return value.map(toText).join('')
  if (value === null || value === undefined || value === false) return ''
  return String(value).replaceAll(/[&<>"']/g, (character) => entities[character]!)
}

/** Returns HTML from a template: escapes values, joins lists, omits null, undefined and false. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, at) => text + toText(values[at - 1]) + part))

/** Returns a text as HTML with its placeholders, such as `{net}`, replaced. Escapes the text and values that are not HTML. */
export const fillHtml = (text: string, values: Readonly<Record<string, Value>>): Html =>
  html`${text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 1 ? values[part] : part))}`
