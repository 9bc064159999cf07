import { newId } from '@wp/kernel'
import { posService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { listEvents, memoize, newWorkspace, platform, tokensOf } from '@wp/testing'
import { afterAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { unknownId } from './till.ts'

/** A workspace shared by tests whose requests change nothing. */
const untouched = memoize(() => newWorkspace(contract))

const drafts = rpcClient(posService, {
  tokens: tokensOf(),
  addresses: platform().services['pos']![0]!.rpc!,
  deadlineMs: 10_000,
  logger: createLogger({ service: 'test', level: 'silent' }),
  metrics: createMetrics('test'),
})
afterAll(() => drafts.close())

const toDraft = (workspaceId: string, changes: object = {}) => ({
  workspaceId,
  reference: { type: 'lab-test', id: newId() },
  clientId: null,
  items: [{ name: 'Glucose', quantity: 2, unitPrice: 10 }],
  discounts: [{ kind: 'percentage', value: 10, reason: 'Coupon', source: 'manual' }],
  createdBy: unknownId,
  ...changes,
})

describe('PosService.createDraftInvoice', () => {
  it('creates one draft per reference without a till, even for concurrent calls', async () => {
    const { workspaceId, api } = await newWorkspace(contract)
    const draft = toDraft(workspaceId)
    const answers = await Promise.all(Array.from({ length: 8 }, () => drafts.createDraftInvoice(draft)))
    expect(answers.filter(({ created }) => created)).toHaveLength(1)
    expect(new Set(answers.map(({ invoice }) => invoice!.id)).size).toBe(1)
    expect(answers[0]!.invoice).toMatchObject({
      status: 'draft',
      subtotalMinor: 2000,
      totalMinor: 1800,
      currencyCode: 'USD',
      version: 1,
    })
    const { invoices } = (await api.listInvoices()).body
    expect(invoices).toMatchObject([
      {
        sessionId: null,
        reference: draft.reference,
        createdBy: unknownId,
        discounts: [{ kind: 'percentage', value: 10, amount: 2, source: 'manual' }],
      },
    ])
  })

  it("uses the caller's currency, which may differ from the workspace's", async () => {
    const { workspaceId } = await newWorkspace(contract)
    const draft = toDraft(workspaceId, {
      currencyCode: 'KWD',
      items: [{ name: 'Glucose', quantity: 1, unitPrice: 1.234 }],
      discounts: [{ kind: 'fixed', value: 0.234, reason: 'Coupon', source: 'manual' }],
    })
    const { invoice } = await drafts.createDraftInvoice(draft)
    expect(invoice).toMatchObject({ currencyCode: 'KWD', subtotalMinor: 1234, totalMinor: 1000 })
  })

  it('continues the version numbers of a voided invoice in the next draft for the same reference, and publishes events in order', async () => {
    const { workspaceId, api } = await newWorkspace(contract)
    const draft = toDraft(workspaceId)
    const first = (await drafts.createDraftInvoice(draft)).invoice!
    await api.finalizeInvoice({ params: { invoiceId: first.id } })
    await api.voidInvoice({ params: { invoiceId: first.id } })
    const second = await drafts.createDraftInvoice(draft)
    expect(second).toMatchObject({ created: true, invoice: { version: 4, status: 'draft' } })
    const states = (await listEvents('wp_pos', workspaceId))
      .filter(({ type }) => type !== contract.InvoicePublished.type)
      .map(
        ({ type, data }) =>
          `${type.split('.')[3]} ${(data as { invoice: { version: number } }).invoice.version}`,
      )
    expect(states).toEqual(['changed 1', 'changed 2', 'finalized 2', 'changed 3', 'voided 3', 'changed 4'])
  })

  it.each([
    [{ reference: { type: 'order', id: unknownId } }, 'VALIDATION_FAILED'],
    [{ reference: { type: 'session', id: 'x' } }, 'VALIDATION_FAILED'],
    [{ items: [{ name: 'Glucose', quantity: 0, unitPrice: 10 }] }, 'VALIDATION_FAILED'],
    [{ discounts: [{ kind: 'percentage', value: 101, reason: 'r', source: 'manual' }] }, 'VALIDATION_FAILED'],
    [{ currencyCode: 'XXX' }, 'VALIDATION_FAILED'],
    [{ clientId: unknownId }, 'NOT_FOUND'],
    [{ workspaceId: unknownId }, 'NOT_FOUND'],
  ])('rejects the draft %j with %s', async (changes, code) => {
    const { workspaceId, api } = await untouched()
    await expect(drafts.createDraftInvoice(toDraft(workspaceId, changes))).rejects.toMatchObject({ code })
    expect((await api.listInvoices()).body.invoices).toEqual([])
  })
})
