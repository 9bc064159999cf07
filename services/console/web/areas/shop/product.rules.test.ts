import type { Product } from '@workspace-platform/client/storefront'
import { describe, expect, it } from 'vitest'
import {
  pricesOf,
  productProblems,
  stockOf,
  toProductBody,
  toProductFields,
  toRows,
} from './product.rules.ts'

const variant = (id: string, price: number, stock: number | null, isActive = true) => ({
  id,
  name: id,
  sku: null,
  price,
  taxRateId: null,
  stock,
  isActive,
})

const product: Product = {
  id: 'p1',
  workspaceId: 'w1',
  storeId: 's1',
  name: 'Argan oil',
  slug: 'argan-oil',
  description: null,
  price: 100,
  taxRateId: null,
  currencyCode: 'EGP',
  stock: null,
  variants: [variant('small', 100, 4), variant('large', 180, 2), variant('old', 90, 9, false)],
  categoryIds: ['c1'],
  images: [],
  imageIds: ['m1', 'm2'],
  status: 'active',
  externalId: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}

describe('stockOf and pricesOf', () => {
  it('adds up the variants that are sold', () => {
    expect(stockOf(product)).toBe(6)
    expect(pricesOf(product)).toEqual([100, 180])
  })

  it('is untracked if one of them is', () => {
    expect(stockOf({ stock: 3, variants: [variant('a', 1, null), variant('b', 1, 2)] })).toBeNull()
    expect(stockOf({ stock: 3, variants: [] })).toBe(3)
    expect(pricesOf({ price: 7, variants: [] })).toEqual([7, 7])
  })
})

describe('toProductBody', () => {
  it('sends the code, and addresses of pictures from lines', () => {
    const typed = {
      ...toProductFields(product),
      externalId: ' 622 ',
      images: 'https://a.example/1\n\n https://a.example/2 ',
    }
    expect(toProductBody(typed, product)).toMatchObject({
      externalId: '622',
      images: ['https://a.example/1', 'https://a.example/2'],
    })
    expect(toProductBody(toProductFields(product), product)).toMatchObject({ externalId: null, images: [] })
  })

  it('omits unchanged stock, because orders may have changed it', () => {
    const body = toProductBody(toProductFields(product), product)
    expect(body.stock).toBeUndefined()
    expect(body.variants?.map((each) => 'stock' in each)).toEqual([false, false, false])
    expect(body.variants?.[0]).toEqual({
      id: 'small',
      name: 'small',
      sku: null,
      price: 100,
      taxRateId: null,
      isActive: true,
    })
  })

  it('sends changed stock and new variants', () => {
    const fields = toProductFields(product)
    const [small, ...others] = toRows(fields.variants)
    const body = toProductBody(
      {
        ...fields,
        stock: '8',
        variants: JSON.stringify([
          { ...small!, stock: '' },
          ...others,
          {
            key: 'k',
            id: '',
            name: ' Giant ',
            sku: 'G',
            price: '٢٥٠',
            taxRateId: 't1',
            stock: '3',
            isActive: false,
          },
        ]),
      },
      product,
    )
    expect(body.stock).toBe(8)
    expect(body.variants?.[0]).toMatchObject({ id: 'small', stock: null })
    expect(body.variants?.at(-1)).toEqual({
      name: 'Giant',
      sku: 'G',
      price: 250,
      taxRateId: 't1',
      stock: 3,
      isActive: false,
    })
  })

  it('sends the stock of a new product and omits an empty slug', () => {
    const body = toProductBody({ ...toProductFields(null), name: 'Soap', price: '5' }, null)
    expect(body).toMatchObject({ name: 'Soap', price: 5, stock: null, status: 'active', variants: [] })
    expect(body.slug).toBeUndefined()
  })
})

describe('productProblems', () => {
  it('names missing and invalid fields', () => {
    expect(productProblems(toProductFields(null))).toEqual({ name: 'required', price: 'number' })
    const fields = { ...toProductFields(product), stock: '1.5' }
    expect(productProblems(fields)).toEqual({ stock: 'wholeNumber' })
    const [row] = toRows(fields.variants)
    const withRow = (changes: object) =>
      productProblems({ ...fields, stock: '', variants: JSON.stringify([{ ...row!, ...changes }]) })
    expect(withRow({ name: ' ' })).toEqual({ variants: 'required' })
    expect(withRow({ price: 'x' })).toEqual({ variants: 'number' })
    expect(withRow({ stock: '0.5' })).toEqual({ variants: 'wholeNumber' })
    expect(withRow({})).toEqual({})
  })
})
