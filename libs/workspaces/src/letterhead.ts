import { Html, html } from '@wp/http'
import { textsFor } from '@wp/texts'
import { addressLines, imageUrl } from './business.ts'
import type { PublicBusiness } from './business.ts'

/** Returns the style of a letterhead in the brand color of the business. */
export const letterheadStyle = ({ brandColor }: Pick<PublicBusiness, 'brandColor'>): Html => {
  // Inserts only valid colors into the style, whatever is stored.
  const color = brandColor !== null && /^#[\da-f]{6}$/i.test(brandColor) ? brandColor : '#16181d'
  return new Html(`
:root { --brand: ${color}; --on-brand: ${isLight(color) ? '#16181d' : '#fff'} }
.brand { display: flex; align-items: center; gap: 3mm } .brand h1 { font-size: 15pt; line-height: 1.2 }
.mark { flex: none; display: grid; place-items: center; width: 11mm; height: 11mm; border-radius: 50%; background: var(--brand); color: var(--on-brand); font-size: 15pt; font-weight: bold; line-height: 1 }
.logo { flex: none; max-width: 45mm; max-height: 16mm; object-fit: contain }
.letterhead p { font-size: 9pt; color: var(--quiet) } .brand + p { margin-top: 2mm }`)
}

/**
 * Returns the head of a document: logo, or the first letter of the name until there is one, name, address, contact
 * and tax number.
 */
export const letterhead = (business: PublicBusiness, language: string): Html => {
  const { name, legalName, phone, email, taxNumber, logoImageId } = business
  const contact = [phone, email].filter((text) => text !== null)
  const lines = [
    legalName !== name && legalName && html`<bdi>${legalName}</bdi>`,
    ...addressLines(business, language).map((line) => html`<bdi>${line}</bdi>`),
    contact.length > 0 &&
      html`${contact.map((text, at) => html`${at > 0 && ' • '}<bdi dir="ltr">${text}</bdi>`)}`,
    taxNumber && html`${textsFor(language).business.taxNumber}: <bdi dir="ltr">${taxNumber}</bdi>`,
  ]
  return html`<header class="letterhead">
    ${
      name &&
      html`<div class="brand">
        ${
          logoImageId
            ? html`<img class="logo" src="${imageUrl(logoImageId, 320)}" alt="" />`
            : html`<span class="mark" aria-hidden="true">${initialOf(name, language)}</span>`
        }
        <h1><bdi>${name}</bdi></h1>
      </div>`
    }
    ${lines.map((line) => line && html`<p>${line}</p> `)}
  </header>`
}

/** Returns the first letter as readers count letters: an accent or the parts of a ligature stay together. */
const initialOf = (name: string, language: string): string => {
  const [first] = new Intl.Segmenter(language, { granularity: 'grapheme' }).segment(name)
  return (first?.segment ?? '').toLocaleUpperCase(language)
}

/** Returns whether dark text is easier to read on the color than white text. */
const isLight = (color: string): boolean => {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  return (299 * red! + 587 * green! + 114 * blue!) / 1000 > 150
}
