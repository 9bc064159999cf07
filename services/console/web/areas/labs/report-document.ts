type Policy = { createHTML: (html: string) => string }
type TrustedTypes = { createPolicy: (name: string, policy: Policy) => Policy }

/**
 * The report is parsed into a separate document, in which nothing runs; afterward, the console's content
 * security policy prevents any scripts and handlers from running.
 */
const policy =
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('console-report', {
    createHTML: (html) => html,
  }) ?? null

/**
 * Returns the parts of a report's document. The content security policy forbids style elements, even in
 * parsed documents, so they are extracted before parsing and applied as a style sheet object.
 */
export const parseReport = (html: string) => {
  const rules: string[] = []
  const withoutStyles = html.replaceAll(/<style>([\s\S]*?)<\/style>/g, (_, css: string) => {
    rules.push(css)
    return ''
  })
  const parsed = new DOMParser().parseFromString(
    policy ? policy.createHTML(withoutStyles) : withoutStyles,
    'text/html',
  )
  const style = new CSSStyleSheet()
  style.replaceSync(rules.join('\n'))
  const content = document.createDocumentFragment()
  content.append(...[...parsed.body.childNodes].map((node) => document.adoptNode(node)))
  const { lang, dir } = parsed.documentElement
  return { title: parsed.title, lang, dir, content, style }
}
