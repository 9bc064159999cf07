import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { directionOf, languages, textsFor } from '@wp/texts'
import { addressLines, imageUrl } from '@wp/workspaces'
import type { PublicBusiness } from '@wp/workspaces'
import { addressOf } from './addresses.ts'
import type { SitePath } from './addresses.ts'

/** The parts of a page around its content. */
export type Frame = {
  language: string
  /** The path that contains `style.css` and `script.js`. */
  base: string
  /** The title, and the metadata for search engines and other sites. */
  head: Html
  brand: { name: string; logoImageId: string | null; address: string }
  /** The header's content beside the brand. */
  header: Html | null
  footer: Html | null
  /** Pages that contain a merchant's HTML run no scripts. */
  hasScript?: boolean
}

/** Returns a whole page in the given language, for light and dark screens. */
export const toFramedPage = (frame: Frame, main: Html): string => {
  const { language, base, head, brand, header, footer, hasScript = true } = frame
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${head}
        <link rel="stylesheet" href="${base}/style.css" />
        ${hasScript && html`<script src="${base}/script.js" defer></script>`}
      </head>
      <body>
        <a class="skip" href="#main">${textsFor(language).page.skip}</a>
        <header class="top"><div class="wrap">${toBrand(brand)} ${header}</div></header>
        <main class="wrap" id="main">${main}</main>
        ${footer && html`<footer><div class="wrap">${footer}</div></footer>`}
      </body>
    </html> `.text
}

/** A page that a business shows to its customers. */
export type BusinessSite = {
  /** The path of the site on the current host. */
  base: string
  business: PublicBusiness
  language: string
  /** Whether the visitor chose the language, so that links must keep it. */
  isLanguageChosen: boolean
  here: SitePath
}

/** Returns a page with the brand and contact of the business, in all languages. `head` follows the title. */
export const toBusinessPage = (
  site: BusinessSite,
  { title, head = null }: { title: string; head?: Html | null },
  main: Html,
): string => {
  const { base, language, business, here } = site
  const name = business.name ?? ''
  return toFramedPage(
    {
      language,
      base,
      head: html`<title>${name ? `${title} • ${name}` : title}</title> ${head}`,
      brand: { name, logoImageId: business.logoImageId, address: addressOf(site, { path: '' }) },
      header: toLanguageSwitch(language, languages, (other) => addressOf(site, here, other)),
      footer: toContactFooter(business, language),
    },
    main,
  )
}

const toBrand = ({ name, logoImageId, address }: Frame['brand']): Html =>
  html`<a class="brand" href="${address}"
    >${
      logoImageId
        ? html`<img
            class="logo"
            src="${imageUrl(logoImageId, 320)}"
            srcset="${imageUrl(logoImageId, 640)} 2x"
            alt=""
          />`
        : html`<span class="mark" aria-hidden="true">${firstLetterOf(name)}</span>`
    }<bdi>${name}</bdi></a
  >`

/** Returns links to the same page in each language; null when there is only one. */
export const toLanguageSwitch = (
  current: string,
  languages: readonly string[],
  addressIn: (language: string) => string,
): Html | null => {
  if (languages.length < 2) return null
  return html`<details class="languages">
    <summary><span class="hidden">${textsFor(current).page.language}: </span>${nameOf(current)}</summary>
    <ul>
      ${languages.map(
        (language) =>
          html`<li>
            <a
              href="${addressIn(language)}"
              lang="${language}"
              hreflang="${language}"
              dir="${directionOf(language)}"
              ${language === current && html`aria-current="true"`}
              >${nameOf(language)}</a
            >
          </li> `,
      )}
    </ul>
  </details>`
}

/** Returns the first character of a text as a reader sees it, which can consist of several code points. */
export const firstLetterOf = (text: string): string => {
  const [first] = new Intl.Segmenter().segment(text)
  return first?.segment ?? ''
}

/** Returns the name of a language in that language. */
const nameOf = (language: string): string => {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
}

/** Returns the address, phone number and email address of a business, if published. */
export const contactLines = (business: PublicBusiness, language: string): Html[] => {
  const { phone, email } = business
  return [
    ...addressLines(business, language).map((line) => html`<bdi>${line}</bdi>`),
    ...(phone ? [html`<a href="tel:${phone}"><bdi dir="ltr">${phone}</bdi></a>`] : []),
    ...(email ? [html`<a href="mailto:${email}"><bdi dir="ltr">${email}</bdi></a>`] : []),
  ]
}

/** Returns a footer with the name and contact of a business. */
const toContactFooter = (business: PublicBusiness, language: string): Html =>
  html`<strong><bdi>${business.name}</bdi></strong>
    ${contactLines(business, language).map((line) => html`<span>${line}</span> `)}`

/** Returns the English page for an unknown address. */
export const toMissingPage = (title: string, text: string): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
      </head>
      <body>
        <main><h1>${text}</h1></main>
      </body>
    </html> `.text
