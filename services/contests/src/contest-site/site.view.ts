import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { toBusinessPage } from '@wp/public-pages'
import type { BusinessSite, Reader } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import { imageUrl } from '@wp/workspaces'
import { toUnits } from './contest-site.rules.ts'

/** The data that all pages of a contest need. `base` is the path of the contest. */
export type Site = Reader & BusinessSite

/** The metadata of a page for search engines and other sites. */
type PageMeta = {
  title: string
  /** Null for a page that search engines must not list. */
  description: string | null
}

export const toPage = (site: Site, meta: PageMeta, main: Html): string =>
  toBusinessPage(site, { title: meta.title, head: toHead(site, meta) }, main)

const toHead = ({ business }: Site, { title, description }: PageMeta): Html => {
  const { name, logoImageId } = business
  return html`${
    description === null
      ? html`<meta name="robots" content="noindex" />`
      : html`<meta name="description" content="${description}" />
          <meta property="og:title" content="${title}" />
          <meta property="og:description" content="${description}" />
          <meta property="og:type" content="website" />
          ${name && html`<meta property="og:site_name" content="${name}" />`}`
  }
  ${logoImageId && html`<link rel="icon" type="image/webp" href="${imageUrl(logoImageId, 320)}" />`}`
}

/** Renders a clock that counts down. The script updates it, and reloads the page at the end. */
export const toClock = ({ language }: Site, label: string, leftMs: number): Html => {
  const texts = textsFor(language).contest
  const format = new Intl.NumberFormat(language, { minimumIntegerDigits: 2, useGrouping: false })
  const { days, hours, ...rest } = toUnits(leftMs)
  const shown = { ...(days > 0 && { days }), ...((days > 0 || hours > 0) && { hours }), ...rest }
  return html`<div class="clock" role="timer" aria-label="${label}" data-left="${Math.max(0, leftMs)}">
    <span class="quiet">${label}</span>
    <span class="units">
      ${(Object.entries(shown) as [keyof ReturnType<typeof toUnits>, number][]).map(
        ([unit, value]) =>
          html`<span
            ><b data-unit="${unit}">${format.format(value)}</b> <small>${texts[unit]}</small></span
          > `,
      )}
    </span>
  </div>`
}

/** Texts of the owner and of participants can be in any language. */
export const anyDirection = (text: string): Html => html`<bdi>${text}</bdi>`
