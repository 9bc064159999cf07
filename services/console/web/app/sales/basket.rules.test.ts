import type { Product } from '@workspace-platform/client/storefront'
import { describe, expect, it } from 'vitest'
import {
  addOffer,
  changeLine,
  emptyBasket,
  findOffers,
  scannedOffer,
  setClient,
  shortages,
  toOffers,
  totalsOf,
} from './basket.rules.ts'
import type { Basket, Offer } from './basket.rules.ts'

const offer = (id: string, name: string, more: Partial<Offer> = {}): Offer => ({
  id,
  kind: 'product',
  variantOf: null,
  name,
  codes: [],
  price: 100,
  taxRateId: null,
  stock: null,
  imageId: null,
  ...more,
})

const shampoo = offer('p1', 'Argan shampoo', { codes: ['6221033', 'argan-shampoo'], price: 185.5, stock: 2 })
const cut = offer('s1', 'Cut', { kind: 'service', price: 350, taxRateId: 'vat' })
const colour = offer('s2', 'Colour and cut', { kind: 'service', price: 850, taxRateId: 'vat' })
const oil = offer('p2', 'زيت للشعر', { price: 240 })
const all = [shampoo, cut, colour, oil]
const rates = [{ id: 'vat', name: 'VAT', percentage: 14, isActive: true }]

const basketOf = (...offers: Offer[]): Basket =>
  offers.reduce((basket, each, index) => addOffer(basket, each, rates, `line${index}`), emptyBasket)

describe('findOffers', () => {
  it('finds words by their beginning, ignoring case, accents and variants of Arabic letters', () => {
    expect(findOffers(all, 'SHAM').map(({ id }) => id)).toEqual(['p1'])
    expect(findOffers(all, 'cut').map(({ id }) => id)).toEqual(['s1', 's2'])
    expect(findOffers(all, 'cut col').map(({ id }) => id)).toEqual(['s2'])
    expect(findOffers(all, 'للشعر').map(({ id }) => id)).toEqual(['p2'])
    expect(findOffers(all, '')).toHaveLength(4)
  })

  it('matches a code only in full', () => {
    expect(findOffers(all, '6221033').map(({ id }) => id)).toEqual(['p1'])
    expect(findOffers(all, '622')).toEqual([])
  })
})

describe('scannedOffer', () => {
  it('returns the offer with the code, or the only one that matches', () => {
    expect(scannedOffer(all, ' 6221033 ')?.id).toBe('p1')
    expect(scannedOffer(all, 'argan')?.id).toBe('p1')
    expect(scannedOffer(all, 'cut')).toBeNull()
    expect(scannedOffer(all, 'zzz')).toBeNull()
    expect(scannedOffer([shampoo], ' ')).toBeNull()
  })
})

describe('addOffer and changeLine', () => {
  it('increases the quantity of an offer already in the basket, unless its price was changed', () => {
    const twice = basketOf(shampoo, shampoo, cut)
    expect(twice.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Argan shampoo', 2],
      ['Cut', 1],
    ])
    const cheaper = changeLine(twice, 'line0', { unitPrice: 150 })
    expect(addOffer(cheaper, shampoo, rates, 'new').lines).toHaveLength(3)
  })

  it('removes a line without a quantity', () => {
    expect(changeLine(basketOf(cut), 'line0', { quantity: 0 }).lines).toEqual([])
  })

  it('keeps at most as many lines as an invoice allows', () => {
    const many = Array.from({ length: 205 }, (_, index) => offer(`p${index}`, `Product ${index}`))
    expect(basketOf(...many).lines).toHaveLength(200)
  })
})

describe('toOffers', () => {
  const variant = (id: string, name: string, more: object = {}) => ({
    id,
    name,
    sku: null,
    price: 90,
    taxRateId: null,
    stock: 1,
    isActive: true,
    ...more,
  })
  const mug = {
    id: 'p3',
    name: 'Mug',
    slug: 'mug',
    externalId: null,
    price: 80,
    taxRateId: 'vat',
    stock: 5,
    imageIds: ['i1'],
    variants: [] as object[],
  }
  const offersOf = (product: object) => toOffers([product as Product], [])

  it('offers a product with variants only as its active variants', () => {
    expect(offersOf(mug)).toEqual([
      offer('p3', 'Mug', { codes: ['mug'], price: 80, taxRateId: 'vat', stock: 5, imageId: 'i1' }),
    ])
    const variants = [
      variant('v1', 'blue', { sku: 'M-B' }),
      variant('v2', 'red', { taxRateId: 'reduced', stock: null }),
      variant('v3', 'old', { isActive: false }),
    ]
    const shared = { variantOf: 'p3', price: 90, imageId: 'i1' }
    expect(offersOf({ ...mug, variants })).toEqual([
      offer('v1', 'Mug (blue)', { ...shared, codes: ['M-B'], taxRateId: 'vat', stock: 1 }),
      offer('v2', 'Mug (red)', { ...shared, taxRateId: 'reduced' }),
    ])
  })

  it('counts variants of one product separately', () => {
    const offers = offersOf({ ...mug, variants: [variant('v1', 'blue'), variant('v2', 'red')] })
    const [blue, red] = offers as [Offer, Offer]
    const basket = basketOf(blue, red, blue)
    expect(
      basket.lines.map(({ productId, variantId, quantity }) => [productId, variantId, quantity]),
    ).toEqual([
      ['p3', 'v1', 2],
      ['p3', 'v2', 1],
    ])
    expect(shortages(basket, offers).map(({ id }) => id)).toEqual(['v1'])
    expect(findOffers(offers, 'blue')).toEqual([blue])
  })
})

describe('setClient', () => {
  it('replaces the discount of the previous client and keeps the others', () => {
    const manual = { kind: 'fixed' as const, value: 50, reason: 'Voucher', source: 'manual' as const }
    const laila = {
      id: 'c1',
      name: 'Laila',
      email: null,
      discount: { kind: 'percentage' as const, value: 10 },
    }
    const first = setClient({ ...basketOf(cut), discounts: [manual] }, laila, 'Client discount')
    expect(first.discounts.map(({ reason }) => reason)).toEqual(['Client discount', 'Voucher'])
    expect(setClient(first, { ...laila, discount: null }, 'Client discount').discounts).toEqual([manual])
    expect(setClient(first, null, 'Client discount').client).toBeNull()
  })
})

describe('totalsOf', () => {
  it('applies discounts in order, each limited to what the previous ones left', () => {
    const discount = (kind: 'fixed' | 'percentage', value: number) =>
      ({ kind, value, reason: 'x', source: 'manual' }) as const
    const basket = {
      ...basketOf(colour, cut, shampoo, shampoo),
      discounts: [discount('percentage', 10), discount('fixed', 50)],
    }
    const totals = totalsOf(basket, 'EGP')
    expect(totals.subtotalMinor).toBe(157_100)
    expect(totals.discountMinors).toEqual([15_710, 5000])
    expect(totals.totalMinor).toBe(136_390)
    expect(totals.taxes).toEqual([
      { name: 'VAT', percentage: 14, netMinor: expect.any(Number), taxMinor: expect.any(Number) },
    ])
    const free = totalsOf(
      { ...basket, discounts: [discount('fixed', 9999), discount('percentage', 5)] },
      'EGP',
    )
    expect(free.discountMinors).toEqual([157_100, 0])
    expect(free.totalMinor).toBe(0)
  })
})

describe('shortages', () => {
  it('names products with less stock than the basket needs', () => {
    expect(shortages(basketOf(shampoo, shampoo, cut), all)).toEqual([])
    const three = changeLine(basketOf(shampoo), 'line0', { quantity: 3 })
    expect(shortages(three, all)).toEqual([{ id: 'p1', name: 'Argan shampoo', stock: 2 }])
  })
})
