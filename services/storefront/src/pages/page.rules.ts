import { AppError, invalid } from '@wp/kernel'
import { pageTypes } from './page.contract.ts'
import type { NewPage, Page } from './page.contract.ts'

const maxPages = 200
/** Limits the size of the public list, which contains the content of all active pages. */
export const maxPageBytes = 1024 * 1024

export const checkPageCount = (count: number): void => {
  if (count >= maxPages)
    throw new AppError('VALIDATION_FAILED', `A shop can have at most ${maxPages} pages; remove one first`)
}

/** Throws 422 when all pages together would become too large. A page may always shrink. */
export const checkPageBytes = (bytes: number, content: string, changed: string): void => {
  const growth = Buffer.byteLength(changed) - Buffer.byteLength(content)
  if (growth > 0 && bytes + growth > maxPageBytes)
    throw invalid('content', 'is too long: all pages of a shop together can take at most 1 MiB')
}

/**
 * Returns a new page's slug: the given one for a custom page, or null if it is derived from the title;
 * otherwise the page type.
 */
export const slugForPage = ({ type, slug }: Pick<NewPage, 'type' | 'slug'>): string | null => {
  if (type === 'custom') {
    if (slug === undefined) return null
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

/** Returns whether a slug belongs to a built-in page. */
export const isReservedSlug = (slug: string): boolean => (pageTypes as readonly string[]).includes(slug)

const checkCustomSlug = (slug: string): void => {
  if (isReservedSlug(slug)) throw invalid('slug', `cannot be ${slug}, which is the name of a page type`)
}
