import { AppError, invalid } from '@wp/kernel'
import sanitizeHtml from 'sanitize-html'
import { pageTypes } from './page.contract.ts'
import type { NewPage, Page } from './page.contract.ts'

const maxPages = 200

export const checkPageCount = (count: number): void => {
  if (count >= maxPages)
    throw new AppError('VALIDATION_FAILED', `A store has at most ${maxPages} pages: remove one first`)
}

/** The slug of a new page: a custom one brings its own, the others bear the name of their type. */
export const slugForPage = ({ type, slug }: Pick<NewPage, 'type' | 'slug'>): string => {
  if (type === 'custom') {
    if (slug === undefined) throw invalid('slug', 'is needed by a custom page')
    checkCustomSlug(slug)
    return slug
  }
  if (slug !== undefined && slug !== type)
    throw invalid('slug', `must be ${type}, or be left out, for this type`)
  return type
}

/** Refuses a new slug that the page's type does not allow. */
export const checkChangedSlug = (
  { type, slug }: Pick<Page, 'type' | 'slug'>,
  wanted: string | undefined,
): void => {
  if (wanted === undefined || wanted === slug) return
  if (type !== 'custom') throw invalid('slug', `must stay ${type} for this type`)
  checkCustomSlug(wanted)
}

const checkCustomSlug = (slug: string): void => {
  if ((pageTypes as readonly string[]).includes(slug))
    throw invalid('slug', `must not be ${slug}, the name of a type of pages: remove one first`)
}

const allowedTags = (
  'h1 h2 h3 h4 h5 h6 p br hr blockquote pre code a b strong i em u s sub sup small mark span div ' +
  'ul ol li dl dt dd table caption thead tbody tfoot tr th td figure figcaption img'
).split(' ')

/** What is left of HTML that anybody may have written: text, links, pictures, lists and tables. */
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
      // Without it a screen reader would read the picture's address out.
      img: (tagName, attribs) => ({ tagName, attribs: { alt: '', ...attribs } }),
    },
  })
