export type HtmlElement = { tag: string; attributes: Record<string, string>; children: HtmlNode[] }
export type HtmlNode = string | HtmlElement

const shownTags = new Set(
  (
    'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code a b strong i em u s sub sup small mark span div ' +
    'ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption img'
  ).split(' '),
)
const emptyTags = new Set(['br', 'hr', 'img'])
const shownAttributes = new Set(['href', 'alt', 'dir', 'lang', 'colspan', 'rowspan'])
const maxNesting = 100

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decode = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[String(name)] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })

const attributesOf = (source: string): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [, name = '', quoted, single, bare] of source.matchAll(
    /([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi,
  )) {
    const value = decode(quoted ?? single ?? bare ?? '')
    if (!shownAttributes.has(name.toLowerCase())) continue
    if (name.toLowerCase() === 'href' && !/^(https?:|mailto:|tel:)/i.test(value)) continue
    found[name.toLowerCase()] = value
  }
  return found
}

/**
 * Returns the elements of HTML that a content page may contain, for a preview. The API sanitizes pages when
 * they are saved; this removes the same things and never runs anything, because the preview is not created
 * from an HTML string.
 */
export const parseHtml = (html: string): HtmlNode[] => {
  const root: HtmlNode[] = []
  const open: HtmlElement[] = []
  const add = (node: HtmlNode): void => void (open.at(-1)?.children ?? root).push(node)
  const source = html
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replaceAll(/<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
  for (const [token, closing, name = '', attributes = ''] of source.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)>|[^<]+|</gi,
  )) {
    const tag = name.toLowerCase()
    if (tag === '') add(decode(token))
    else if (!shownTags.has(tag)) continue
    else if (closing) {
      const at = open.findLastIndex((element) => element.tag === tag)
      if (at !== -1) open.splice(at)
    } else {
      const element = { tag, attributes: attributesOf(attributes), children: [] }
      add(element)
      if (!emptyTags.has(tag) && open.length < maxNesting) open.push(element)
    }
  }
  return root
}

/** Converts the input to HTML: text without tags becomes paragraphs, separated by empty lines. */
export const toHtml = (typed: string): string => {
  if (/<\/?[a-z]/i.test(typed)) return typed
  return typed
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => {
      const escaped = paragraph.replaceAll(/&(?!\w+;|#)/g, '&amp;').replaceAll('<', '&lt;')
      return `<p>${escaped.replaceAll('\n', '<br>')}</p>`
    })
    .join('\n')
}
