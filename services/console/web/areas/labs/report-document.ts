type Policy = { createHTML: (html: string) => string }
type TrustedTypes = { createPolicy: (name: string, policy: Policy) => Policy }

/**
 * The report is parsed into a document of its own, in which nothing runs; afterwards the content security policy of
 * the console keeps its scripts and handlers from running, if it had any.
 */
const policy =
  (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('console-report', {
    createHTML: (html) => html,
  }) ?? null

/**
 * Returns the parts of a report's document. The content security policy forbids style elements, also in parsed
 * documents, so they are taken out before parsing and applied as a style sheet object.
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
