import axe from 'axe-core'
import { JSDOM, type PageDocument } from 'jsdom'

/** One window for all pages, because creating one takes longer than reading a page. */
const { window } = new JSDOM('', { runScripts: 'outside-only' })
const parser = new window.DOMParser()

/** Returns the document of a page, whose scripts do not run. */
export const pageOf = (html: unknown): PageDocument => parser.parseFromString(html as string, 'text/html')

/** Returns the text of a page, with single spaces. */
export const textOf = (html: unknown): string => pageOf(html).body.textContent!.replaceAll(/\s+/g, ' ')

/** Contrast needs a layout, so only the tests in a browser check it. */
const rules = { 'color-contrast': { enabled: false } }

/** Returns axe's findings on a page. */
export const accessibilityFindings = async (html: unknown): Promise<string[]> => {
  if (!window.axe) window.eval(axe.source)
  window.document.open()
  window.document.write(html as string)
  window.document.close()
  const { violations } = await window.axe!.run(window.document as never, {
    resultTypes: ['violations'],
    rules,
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
}
