import { describe, expect, it } from 'vitest'
import { noBusiness, toPublicBusiness } from './business.ts'
import { letterhead, letterheadStyle } from './letterhead.ts'

const nour = toPublicBusiness({
  name: 'nour-2',
  business: {
    ...noBusiness,
    displayName: 'école <b>',
    legalName: 'Nour LLC',
    phone: '+96522000000',
    email: 'hi@nour.example',
    taxNumber: 'KW-1',
    address: {
      line1: null,
      line2: null,
      city: 'Kuwait City',
      region: null,
      postalCode: null,
      countryCode: 'KW',
    },
  },
})
const toText = (value: { text: string }) => value.text.replaceAll(/\s+/g, ' ')

describe('letterhead', () => {
  it('shows the first letter, name, address, contact and tax number, isolated from the text direction', () => {
    const page = toText(letterhead(nour, 'ar'))
    expect(page).toContain('<span class="mark" aria-hidden="true">É</span>')
    expect(page).toContain('<h1><bdi>école &lt;b&gt;</bdi></h1>')
    expect(page).toContain('<bdi>Nour LLC</bdi>')
    expect(page).toContain('<bdi>الكويت</bdi>')
    expect(page).toContain('<bdi dir="ltr">+96522000000</bdi> • <bdi dir="ltr">hi@nour.example</bdi>')
    expect(page).toContain('الرقم الضريبي: <bdi dir="ltr">KW-1</bdi>')
  })

  it('shows a logo instead of the letter', () => {
    const page = toText(letterhead({ ...nour, logoImageId: '1' }, 'en'))
    expect(page).toContain('<img class="logo" src="/v1/public/images/1/320.webp" alt="" />')
    expect(page).not.toContain('class="mark"')
  })

  it('is empty without details', () => {
    const page = toText(letterhead(toPublicBusiness({ name: null, business: noBusiness }), 'en'))
    expect(page.replaceAll(/\s/g, '')).toBe('<headerclass="letterhead"></header>')
  })
})

describe('letterheadStyle', () => {
  it('uses the brand color with readable text on it, and accepts nothing but a color', () => {
    const styleOf = (brandColor: string | null) => letterheadStyle({ brandColor }).text
    expect(styleOf('#7b2d8e')).toContain('--brand: #7b2d8e; --on-brand: #fff')
    expect(styleOf('#ffe680')).toContain('--brand: #ffe680; --on-brand: #16181d')
    for (const other of [null, 'red', '#fff; } body { color: red', '</style>'])
      expect(styleOf(other)).toContain('--brand: #16181d; --on-brand: #fff')
  })
})
