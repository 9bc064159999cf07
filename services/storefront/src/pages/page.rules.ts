import { AppError, invalid } from '@wp/kernel'
import sanitizeHtml from 'sanitize-html'
import { pageTypes } from './page.contract.ts'
import type { NewPage, Page } from './page.contract.ts'

const maxPages = 200

export const checkPageCount = (count: number): void => {
  if (count >= maxPages)
    throw new AppError('VALIDATION_FAILED', `A shop can have at most ${maxPages} pages; remove one first`)
}

/** Returns a new page's slug: the given one for a custom page, otherwise the page type. */
export const slugForPage = ({ type, slug }: Pick<NewPage, 'type' | 'slug'>): string => {
  if (type === 'custom') {
    if (slug === undefined) throw invalid('slug', 'is required for a custom page')
    checkCustomSlug(slug)
    return slug
  }
  if (slug !== undefined && slug !== type) throw invalid('slug', `must be ${type} or omitted for this type`)
  return type
}

/** Throws 422 when the page type does not allow the new slug. */
export const checkChangedSlug = (
  { type, slug }: Pick<Page, 'type' | 'slug'>,
  wanted: string | undefined,
): void => {
  if (wanted === undefined || wanted === slug) return
  if (type !== 'custom') throw invalid('slug', `must be ${type} for this type`)
  checkCustomSlug(wanted)
}

const checkCustomSlug = (slug: string): void => {
  if ((pageTypes as readonly string[]).includes(slug))
    throw invalid('slug', `cannot be ${slug}, which is the name of a page type`)
}

const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code a b strong i em u s sub sup small mark span div ' +
  'ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption img'
).split(' ')

/** Sanitizes untrusted HTML and keeps text, links, images, lists and tables. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
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
  })
