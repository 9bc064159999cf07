import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { addressOf, toContactFooter, toFramedPage, toLanguageSwitch } from '@wp/public-pages'
import type { Reader, SitePath } from '@wp/public-pages'
import { languages, textsFor } from '@wp/texts'
import { imageUrl } from '@wp/workspaces'
import type { PublicBusiness } from '@wp/workspaces'
import { toUnits } from './contest-site.rules.ts'

/** The data that all pages of a contest need. `base` is the path of the contest. */
export type Site = Reader & {
  base: string
  business: PublicBusiness
  /** Whether the visitor chose the language, so that links must keep it. */
  isLanguageChosen: boolean
  here: SitePath
}

/** What search engines and other sites show of a page. */
type PageMeta = {
  title: string
  /** Null for a page that search engines must not list. */
  description: string | null
}

export const toPage = (site: Site, meta: PageMeta, main: Html): string => {
  const { base, language, business, here } = site
  const name = business.name ?? ''
  return toFramedPage(
    {
      language,
      base,
      head: toHead(site, meta),
      brand: { name, logoImageId: business.logoImageId, address: addressOf(site, { path: '' }) },
      header: toLanguageSwitch(language, languages, (other) => addressOf(site, here, other)),
      footer: toContactFooter(business, language),
    },
    main,
  )
}

const toHead = ({ business }: Site, { title, description }: PageMeta): Html => {
  const { name, logoImageId } = business
  return html`<title>${name ? `${title} · ${name}` : title}</title> ${
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

/** Renders a clock that counts down. The script moves it, and loads the page again at the end. */
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
