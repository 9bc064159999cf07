import * as identity from '@wp/identity/contract'
import { eventually, newStaff, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newAtScheduling, newFinalizedInvoice, newInvoice, newTill, unknownId } from './till.ts'

const newCustomer = () => `${uniqueName('customer')}@shop.example`

type Till = Awaited<ReturnType<typeof newTill>>

const mailsTo = async (till: Till, email: string) =>
  (await till.use(identity).listOutbox({ query: { to: email } })).body.messages

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/send', () => {
  it("emails the invoice in the client's language and records who sent it", async () => {
    const till = await newTill({ settings: { currencyCode: 'EGP' } })
    const owner = till.use(identity)
    await owner.updateWorkspace({ business: { displayName: 'Nour' }, languages: ['en', 'ar'] })
    const email = newCustomer()
    const client = await newAtScheduling(till, 'client', { name: 'سارة', email, language: 'ar' })
    const invoice = await newFinalizedInvoice(till, { clientId: client.id })
    const params = { invoiceId: invoice.id }
    const reply = await till.api.sendInvoice({ params, body: {} })
    expect([reply.status, reply.body]).toEqual([202, { recipient: { email } }])
    const [mail] = await eventually(async () => {
      const found = await mailsTo(till, email)
      expect(found).toHaveLength(1)
      return found
    })
    expect(mail!.subject).toBe(`فاتورة ${invoice.number} من Nour`)
    expect(mail!.text).toContain('مرحبًا سارة')
    expect(mail!.text).toContain('× Vase')
    await eventually(async () => {
      const { messages } = (await owner.listMessages({ query: { recordId: invoice.id } })).body
      expect(messages).toMatchObject([
        { type: 'invoice.sent', recipient: email, status: 'sent', language: 'ar' },
      ])
      const { entries } = (await owner.listWorkspaceAudit({ query: { action: 'invoice.sent' } })).body
      expect(entries).toMatchObject([{ targetId: invoice.id, actorId: till.ownerAccountId }])
    })
  })

  it('sends an email for every call, but only one for a repeated key', async () => {
    const till = await newTill()
    const email = newCustomer()
    const { id } = await newFinalizedInvoice(till)
    const send = (key: string) =>
      till.api.sendInvoice({
        params: { invoiceId: id },
        body: { email, language: 'en' },
        headers: { 'idempotency-key': key },
      })
    const key = uniqueName('key')
    expect((await send(key)).status).toBe(202)
    const again = await send(key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    await send(uniqueName('key'))
    await eventually(async () => expect(await mailsTo(till, email)).toHaveLength(2))
    expect(
      await till.api.sendInvoice({
        params: { invoiceId: id },
        body: {},
        headers: { 'idempotency-key': key },
      }),
    ).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('rejects a draft, a void invoice, and an invoice without an address', async () => {
    const till = await newTill()
    const draft = await newInvoice(till)
    const email = newCustomer()
    const send = (invoiceId: string, body: { email?: string } = { email }) =>
      till.api.sendInvoice({ params: { invoiceId }, body })
    expect(await send(draft.id)).toFailWith(422, 'VALIDATION_FAILED')
    const invoice = await newFinalizedInvoice(till)
    expect(await send(invoice.id, {})).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(invoice.id, { email: 'x' })).toFailWith(422, 'VALIDATION_FAILED')
    await till.api.voidInvoice({ params: { invoiceId: invoice.id } })
    expect(await send(invoice.id)).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(unknownId)).toFailWith(404, 'NOT_FOUND')
  })

  it('requires store.orders.manage in the same workspace', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const params = { invoiceId: id }
    const { api } = await newStaff(till, ['store.orders.view'], contract)
    expect(await api.sendInvoice({ params, body: { email: newCustomer() } })).toFailWith(403, 'FORBIDDEN')
    const other = await newTill()
    expect(await other.api.sendInvoice({ params, body: { email: newCustomer() } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})
