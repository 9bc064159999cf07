import { describe, expect, it } from 'vitest'
import { onClientChanged } from '../src/consumers/on-client-changed.ts'
import { onInvoiceChanged } from '../src/consumers/on-invoice-changed.ts'

describe('onClientChanged', () => {
  it('ignores the events of a new client and of updates without a name, and no other', () => {
    const consumer = onClientChanged({} as never)
    const isIgnored = (updatedAt: string, hasSameName?: boolean) =>
      consumer.ignores!({ data: { client: { createdAt: '1', updatedAt }, hasSameName } } as never)
    expect([isIgnored('1'), isIgnored('2', true), isIgnored('2')]).toEqual([true, true, false])
  })
})

describe('onInvoiceChanged', () => {
  it('ignores the events of invoices that do not belong to a lab test', () => {
    const consumer = onInvoiceChanged({} as never)
    const isIgnored = (reference: object | null) =>
      consumer.ignores!({ data: { invoice: { reference } } } as never)
    expect([null, { type: 'session' }, { type: 'lab-test' }].map(isIgnored)).toEqual([true, true, false])
  })
})
