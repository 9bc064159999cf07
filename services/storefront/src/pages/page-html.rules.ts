import sanitizeHtml from 'sanitize-html'

export const maxContentLength = 200_000
/** Every `<` counts as a tag, because text between two of them costs as much time as a tag. */
export const maxTags = 5000
export const maxAttributes = 10_000
export const maxNesting = 100

const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code a b strong i em u s sub sup small mark span div ' +
  'ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption img'
).split(' ')

/** The sanitized HTML, or the reason for rejecting it, as a predicate for `details[].message`. */
export type CleanedHtml = { html: string } | { problem: string }

/**
 * Sanitizes untrusted HTML and keeps text, links, images, lists and tables. Sanitizing can add escapes and
 * attributes, so the length is checked again afterward.
 */
export const cleanHtml = (html: string): CleanedHtml => {
  if (html.length > maxContentLength) return { problem: `must have at most ${maxContentLength} characters` }
  if (countTags(html) > maxTags) return { problem: `must contain at most ${maxTags} tags` }
  const cleaned = sanitize(html)
  if ('html' in cleaned && cleaned.html.length > maxContentLength)
    return { problem: `must have at most ${maxContentLength} characters after sanitizing` }
  return cleaned
}

const countTags = (html: string): number => {
  let count = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) count += 1
  return count
}

class RejectedHtml extends Error {}

/**
 * Stops when the tags are nested too deeply or have too many attributes in total, because these take the most
 * time.
 */
const sanitize = (html: string): CleanedHtml => {
  let depth = 0
  let attributes = 0
  const enter = (_name: string, attribs: object): void => {
    depth += 1
    attributes += Object.keys(attribs).length
    if (depth > maxNesting) throw new RejectedHtml(`must be nested at most ${maxNesting} levels deep`)
    if (attributes > maxAttributes) throw new RejectedHtml(`must contain at most ${maxAttributes} attributes`)
  }
  try {
    const cleaned = sanitizeHtml(html, {
      allowedTags,
      allowedAttributes: {
        a: ['href', 'title', 'rel'],
        img: ['src', 'alt', 'title', 'width', 'height'],
        td: ['colspan', 'rowspan'],
        th: ['colspan', 'rowspan', 'scope'],
        '*': ['dir', 'lang'],
      },
      allowedSchemes: ['http', 'https', 'mailto', 'tel'],
      allowedSchemesByTag: { img: ['https'] },
      allowProtocolRelative: false,
      transformTags: {
        a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow' }),
        // Without an alt attribute, screen readers would read out the URL.
        img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs } }),
      },
      onOpenTag: enter,
      onCloseTag: () => {
        depth -= 1
      },
    })
    return { html: cleaned }
  } catch (error) {
    if (error instanceof RejectedHtml) return { problem: error.message }
    throw error
  }
}
