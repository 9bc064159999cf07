import { describe, expect, it } from 'vitest'
import { onInvoiceChanged } from '../src/consumers/on-invoice-changed.ts'

describe('onInvoiceChanged', () => {
  it('ignores the events of invoices that do not belong to a session', () => {
    const consumer = onInvoiceChanged({} as never)
    const isIgnored = (reference: object | null) =>
      consumer.ignores!({ data: { invoice: { reference } } } as never)
    expect([null, { type: 'lab-test' }, { type: 'session' }].map(isIgnored)).toEqual([true, true, false])
  })
})
