import type { AppError } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeItem,
  checkVariants,
  checkDraft,
  computeLines,
  removeLine,
  setUnknownTaxes,
  toClientDiscount,
  toDiscount,
  toItem,
  toStockItems,
  toUntaxedProducts,
} from './invoice.rules.ts'
import type { StoredDiscount, StoredItem } from './invoice.types.ts'

const codeOf = (check: () => void): string | null => {
  try {
    check()
    return null
  } catch (error) {
    return (error as AppError).code
  }
}

const currencies = ['USD', 'KWD', 'JPY'] as const
const places = { USD: 2, KWD: 3, JPY: 0 }

const item = (id: string, unitPrice: number, quantity = 1): StoredItem =>
  toItem(id, { productId: null, serviceId: null, name: id, quantity, unitPrice }, null)

const fixed = (id: string, value: number): StoredDiscount => ({
  id,
  kind: 'fixed',
  value,
  amountMinor: 0,
  reason: 'r',
  source: 'manual',
})
const percentage = (id: string, value: number): StoredDiscount => ({
  ...fixed(id, value),
  kind: 'percentage',
})

const discountHundred = (...discounts: StoredDiscount[]) => {
  const lines = computeLines({ items: [item('a', 100)], discounts }, 'USD')
  return {
    amounts: lines.discounts.map(({ amountMinor }) => amountMinor / 100),
    total: lines.totalMinor / 100,
  }
}

describe('computeLines', () => {
  it.each([
    [[percentage('a', 60), percentage('b', 60)], [60, 40], 0],
    [[percentage('a', 10), fixed('b', 5)], [10, 5], 85],
    [[fixed('a', 120), percentage('b', 50)], [100, 0], 0],
    [[percentage('a', 100)], [100], 0],
    [[percentage('a', 33.333)], [33.33], 66.67],
    [[percentage('a', 0.005), percentage('b', 0)], [0.01, 0], 99.99],
    [[], [], 100],
  ])('applies the discounts %j to 100, deducting %j and leaving %d', (discounts, amounts, total) => {
    expect(discountHundred(...discounts)).toEqual({ amounts, total })
  })

  it('reduces the later of two discounts that together exceed the subtotal', () => {
    expect(discountHundred(fixed('a', 80), fixed('b', 50)).amounts).toEqual([80, 20])
    expect(discountHundred(fixed('b', 50), fixed('a', 80)).amounts).toEqual([50, 50])
  })

  it('treats a discount without a kind as a fixed amount, even after it was reduced', () => {
    const legacy = { id: 'a', amountMinor: 2_500, reason: 'r' }
    const reduced = computeLines({ items: [item('a', 10)], discounts: [legacy] }, 'USD')
    expect(reduced.discounts).toEqual([
      { id: 'a', kind: 'fixed', value: 25, amountMinor: 1_000, reason: 'r', source: 'manual' },
    ])
    const again = computeLines({ items: [item('a', 100)], discounts: reduced.discounts }, 'USD')
    expect(again).toMatchObject({ totalMinor: 7_500, discounts: [{ amountMinor: 2_500 }] })
  })

  const decimalOf = (max: number, digits: number) =>
    fc.integer({ min: 0, max: max * 10 ** digits }).map((whole) => whole / 10 ** digits)

  /** Random changes to a draft. */
  const steps = fc.array(
    fc.oneof(
      fc.record({
        do: fc.constant('add item' as const),
        unitPrice: decimalOf(1000, 4),
        quantity: decimalOf(50, 4),
      }),
      fc.record({ do: fc.constant('percentage' as const), value: decimalOf(100, 4) }),
      fc.record({ do: fc.constant('fixed' as const), whole: fc.integer({ min: 0, max: 100_000 }) }),
      fc.record({ do: fc.constant('remove item' as const), at: fc.nat(20) }),
      fc.record({ do: fc.constant('change item' as const), at: fc.nat(20), unitPrice: decimalOf(1000, 4) }),
      fc.record({ do: fc.constant('remove discount' as const), at: fc.nat(20) }),
    ),
    { maxLength: 25 },
  )
  type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never

  const apply = (
    lines: { items: StoredItem[]; discounts: StoredDiscount[] },
    step: Step,
    id: string,
    currency: (typeof currencies)[number],
  ): { items: StoredItem[]; discounts: StoredDiscount[] } => {
    const { items, discounts } = lines
    switch (step.do) {
      case 'add item':
        return { items: [...items, item(id, step.unitPrice, step.quantity)], discounts }
      case 'percentage':
        return { items, discounts: [...discounts, percentage(id, step.value)] }
      case 'fixed':
        return { items, discounts: [...discounts, fixed(id, step.whole / 10 ** places[currency])] }
      case 'change item': {
        const line = items[step.at]
        return line ? { items: changeItem(items, line.id, { unitPrice: step.unitPrice }), discounts } : lines
      }
      case 'remove item': {
        const line = items[step.at]
        return line ? { items: removeLine(items, line.id, 'Item'), discounts } : lines
      }
      case 'remove discount': {
        const line = discounts[step.at]
        return line ? { items, discounts: removeLine(discounts, line.id, 'Discount') } : lines
      }
    }
  }

  it('keeps discounts plus total equal to the subtotal after any sequence of changes', () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...currencies), (changes, currency) => {
        let computed = computeLines({ items: [], discounts: [] }, currency)
        for (const [index, step] of changes.entries())
          computed = computeLines(apply(computed, step, `l${index}`, currency), currency)
        const { items, discounts, subtotalMinor, totalMinor } = computed
        const amounts = discounts.map(({ amountMinor }) => amountMinor)
        expect(amounts.reduce((sum, amount) => sum + amount, 0) + totalMinor).toBe(subtotalMinor)
        expect(totalMinor).toBeGreaterThanOrEqual(0)
        expect(totalMinor).toBeLessThanOrEqual(subtotalMinor)
        for (const amount of amounts) expect(Number.isInteger(amount) && amount >= 0).toBe(true)
        const recomputed = computeLines(
          {
            items: items.map((line) => item(line.id, line.unitPrice, line.quantity)),
            discounts: discounts.map((line) => ({ ...line, amountMinor: 0 })),
          },
          currency,
        )
        expect(recomputed).toEqual(computed)
      }),
    )
  })

  it("deducts each discount's value, but at most the amount that the previous discounts have left", () => {
    const terms = fc.array(fc.record({ isFixed: fc.boolean(), value: decimalOf(100, 2) }), { maxLength: 8 })
    fc.assert(
      fc.property(terms, fc.integer({ min: 0, max: 50_000 }), (wanted, subtotal) => {
        const lines = wanted.map(({ isFixed, value }, index) =>
          isFixed ? fixed(`d${index}`, value) : percentage(`d${index}`, value),
        )
        const { discounts } = computeLines({ items: [item('a', subtotal / 100)], discounts: lines }, 'USD')
        let left = subtotal
        for (const [index, { isFixed, value }] of wanted.entries()) {
          const cents = Math.round(value * 100)
          // Rounds half a cent up. The result is exact because both factors are whole numbers.
          const worth = isFixed ? cents : Math.floor((subtotal * cents + 5_000) / 10_000)
          expect(discounts[index]!.amountMinor).toBe(Math.min(worth, left))
          left -= discounts[index]!.amountMinor
        }
      }),
    )
  })
})

describe('toDiscount', () => {
  it('rejects a fixed value with too many decimal places and turns -0 into 0', () => {
    expect(() =>
      toDiscount('d', { kind: 'fixed', value: 1.005, reason: 'r', source: 'manual' }, 'USD'),
    ).toThrow('at most 2 decimal places')
    expect(toDiscount('d', { kind: 'fixed', value: 2.5, reason: 'r', source: 'manual' }, 'USD')).toEqual(
      fixed('d', 2.5),
    )
    for (const kind of ['fixed', 'percentage'] as const)
      expect(
        Object.is(toDiscount('d', { kind, value: -0, reason: 'r', source: 'manual' }, 'USD').value, 0),
      ).toBe(true)
  })
})

describe('toClientDiscount', () => {
  it("rounds the client's amount to the currency's decimal places and keeps a percentage unchanged", () => {
    expect(toClientDiscount('d', { kind: 'fixed', value: 1.255 }, 'USD')).toMatchObject({
      value: 1.26,
      source: 'client',
    })
    expect(toClientDiscount('d', { kind: 'percentage', value: 12.5 }, 'USD')).toMatchObject({
      kind: 'percentage',
      value: 12.5,
    })
  })
})

describe('computeLines: limits', () => {
  it('rejects a total that is too large', () => {
    const huge = (id: string) => item(id, 5_000_000_000_000, 10)
    expect(() => computeLines({ items: [huge('a'), huge('b')], discounts: [] }, 'USD')).toThrow(
      'items must have a smaller total',
    )
  })

  it('rejects more than 200 items or 100 discounts', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => item(`i${index}`, 1))
    expect(() => computeLines({ items: many(201), discounts: [] }, 'USD')).toThrow(
      'items must contain at most 200',
    )
    const lines = Array.from({ length: 101 }, (_, index) => fixed(`d${index}`, 1))
    expect(() => computeLines({ items: [], discounts: lines }, 'USD')).toThrow(
      'discounts must contain at most 100',
    )
  })
})

describe('changeItem and removeLine', () => {
  it('rejects a fractional product quantity and an unknown line', () => {
    const product = { ...item('a', 1), productId: 'p' }
    expect(() => changeItem([product], 'a', { quantity: 1.5 })).toThrow('must be a whole number')
    expect(() => changeItem([product], 'x', {})).toThrow('Item not found')
    expect(() => removeLine([product], 'x', 'Item')).toThrow('Item not found')
  })
})

describe('toStockItems', () => {
  it('returns the total quantity of each product', () => {
    const products = [
      { ...item('a', 1, 2), productId: 'p' },
      item('b', 1, 1.5),
      { ...item('c', 1, 3), productId: 'p' },
    ]
    expect(toStockItems(products)).toEqual([{ productId: 'p', quantity: 5 }])
  })

  it('keeps variants separate', () => {
    const line = (variantId: string | null) => ({
      ...item('a', 1, 2),
      productId: 'p',
      ...(variantId && { variantId }),
    })
    expect(toStockItems([line('s'), line('l'), line('s'), line(null)])).toEqual([
      { productId: 'p', variantId: 's', quantity: 4 },
      { productId: 'p', variantId: 'l', quantity: 2 },
      { productId: 'p', quantity: 2 },
    ])
  })
})

describe('checkVariants', () => {
  const products = [
    { id: 'p', variants: [{ id: 's' }] },
    { id: 'q', variants: [] },
  ]

  it('requires a variant if and only if the product has variants', () => {
    const check = (productId: string | null, variantId: string | null) => () =>
      checkVariants([{ productId, variantId }], products, () => 'variantId')
    for (const accepted of [check('p', 's'), check('q', null), check(null, null)])
      expect(accepted).not.toThrow()
    expect(check('p', null)).toThrow('variantId is required')
    expect(check('p', 'x')).toThrow('Variant not found')
    expect(check('q', 's')).toThrow('Variant not found')
  })
})

describe('checkDraft', () => {
  it.each([
    [{ status: 'draft', stockStep: null }, null],
    [{ status: 'draft', stockStep: 'taking' }, 'INVOICE_BUSY'],
    [{ status: 'draft', stockStep: 'returning' }, 'INVOICE_BUSY'],
    [{ status: 'finalized', stockStep: 'held' }, 'INVOICE_NOT_DRAFT'],
    [{ status: 'void', stockStep: 'returning' }, 'INVOICE_NOT_DRAFT'],
  ] as const)(
    'checks the invoice %j and throws the code %s (null means that it is accepted)',
    (invoice, code) => {
      expect(codeOf(() => checkDraft(invoice))).toBe(code)
    },
  )
})

describe('toUntaxedProducts and setUnknownTaxes', () => {
  const product = { productId: 'p', serviceId: null, name: 'Vase', quantity: 1, unitPrice: 1 }
  const vat = { rateId: 'r', name: 'VAT', percentage: 19 }
  const items = [toItem('a', product, 'unknown'), toItem('b', product, 'unknown'), toItem('c', product, null)]

  it('lists each product once and sets its tax on items without one', () => {
    expect(toUntaxedProducts(items)).toEqual(['p'])
    const completed = setUnknownTaxes(items, new Map([['p', vat]]))
    expect(completed.map(({ tax }) => tax)).toEqual([vat, vat, null])
    expect(toUntaxedProducts(completed)).toEqual([])
    expect(setUnknownTaxes(items, new Map())[0]).toEqual(toItem('a', product, null))
    const large = [toItem('a', { ...product, variantId: 'large' }, 'unknown')]
    const both = new Map([
      ['p', null],
      ['large', vat],
    ] as const)
    expect(setUnknownTaxes(large, both)[0]!.tax).toEqual(vat)
  })

  it('keeps an unknown tax when an item changes, unless the change sets a rate', () => {
    expect(toUntaxedProducts(changeItem([items[0]!], 'a', { quantity: 2 }))).toEqual(['p'])
    const set = changeItem([items[0]!], 'a', {}, vat)
    expect(set[0]).toEqual(toItem('a', product, vat))
    expect(changeItem([items[0]!], 'a', {}, null)[0]).toEqual(toItem('a', product, null))
  })
})
