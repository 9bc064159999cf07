import { describe, expect, it } from 'vitest'
import { onInvoiceChanged } from '../src/consumers/on-invoice-changed.ts'

describe('onInvoiceChanged', () => {
  it('ignores the events of invoices that do not belong to a lab test', () => {
    const consumer = onInvoiceChanged({} as never)
    const isIgnored = (reference: object | null) =>
      consumer.ignores!({ data: { invoice: { reference } } } as never)
    expect([null, { type: 'session' }, { type: 'lab-test' }].map(isIgnored)).toEqual([true, true, false])
  })
})
