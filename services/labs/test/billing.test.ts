import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import { localDay } from '@wp/kernel'
import * as pos from '@wp/pos/contract'
import { apiOf, eventually, newStaff, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newBilling } from './billing-scene.ts'
import { newAnalysis, newLaboratory, newLabTest, unknownId } from './laboratory.ts'

describe('POST /workspace/:workspaceId/labs/tests/:testId/invoice', () => {
  it("creates one draft with the test's total, locks the test, replaces the draft only after a void, and copies its status from pos", async () => {
    const laboratory = await newLaboratory()
    const { api, clientId } = laboratory
    const till = laboratory.use(pos)
    await api.createLabCoupon({
      couponTitle: 'Gift',
      couponCode: 'G',
      couponType: 'percentage',
      couponValue: 33.3333,
    })
    const analysisIds = [
      await newAnalysis(laboratory, { price: 10.005, billName: 'Sugar' }),
      await newAnalysis(laboratory, { price: 20.005 }),
    ]
    const { test: labTest, testId } = await newLabTest(laboratory, { analysisIds, couponCode: 'g' })
    const params = { testId }
    const replies = await Promise.all([1, 2, 3, 4].map(() => api.createTestInvoice({ params })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201])
    const { invoice, test: billed } = replies[0]!.body
    expect(invoice).toEqual({ id: expect.any(String), number: null, status: 'draft', total: labTest.total })
    expect(billed).toMatchObject({ invoiceId: invoice.id, invoice })
    const { invoices } = (await till.listInvoices()).body
    expect(invoices).toMatchObject([
      {
        id: invoice.id,
        clientId,
        reference: { type: 'lab-test', id: testId },
        items: [{ name: 'Sugar', unitPrice: 10.005 }, { name: 'Glucose' }],
        discounts: [{ kind: 'percentage', reason: 'Gift' }],
        subtotal: labTest.subtotal,
        total: labTest.total,
      },
    ])
    expect((await api.createTestInvoice({ params })).status).toBe(200)
    for (const change of [
      await api.addTestItems({ params, body: { analysisIds } }),
      await api.deleteTestItem({ params: { ...params, itemId: labTest.items[0]!.id } }),
      await api.updateTest({ params, body: { couponCode: null } }),
      await api.updateTest({ params, body: { clientId } }),
    ])
      expect(change).toFailWith(422, 'TEST_BILLED')
    await till.voidInvoice({ params: { invoiceId: invoice.id } })
    await eventually(async () =>
      expect((await api.getTest({ params })).body.test.invoice).toMatchObject({ status: 'void' }),
    )
    const next = await api.createTestInvoice({ params })
    expect(next.status).toBe(201)
    expect(next.body.invoice.id).not.toBe(invoice.id)
    await till.finalizeInvoice({ params: { invoiceId: next.body.invoice.id } })
    await eventually(async () =>
      expect((await api.getTest({ params })).body.test.invoice).toMatchObject({
        status: 'finalized',
        number: 1,
      }),
    )
  })

  it("creates the invoice in the test's currency after the workspace switched to another one", async () => {
    const laboratory = await newLaboratory()
    const { test: labTest, testId } = await newLabTest(laboratory)
    const till = laboratory.use(pos)
    await laboratory.use(identity).updateWorkspace({ settings: { currencyCode: 'KWD' } })
    await eventually(async () => {
      const { session } = (await till.openTillSession({ register: uniqueName('r') })).body
      expect(session.currencyCode).toBe('KWD')
    })
    const { body } = await laboratory.api.createTestInvoice({ params: { testId } })
    expect(body.invoice.total).toBe(labTest.total)
    const { invoices } = (await till.listInvoices()).body
    expect(invoices).toMatchObject([{ id: body.invoice.id, currencyCode: 'USD', total: labTest.total }])
  })
})

describe('POST /workspace/:workspaceId/labs/tests/:testId/invoice and /income', () => {
  it('requires labs.billing, at least one item, a test that is not cancelled and, for income, a total above 0', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { params: item, testId } = await newLabTest(laboratory)
    const params = { testId }
    const runner = await newStaff(laboratory, ['labs.run', 'labs.manage'], contract)
    expect(await runner.api.createTestInvoice({ params })).toFailWith(403, 'FORBIDDEN')
    expect(await runner.api.createTestIncome({ params })).toFailWith(403, 'FORBIDDEN')
    await api.deleteTestItem({ params: item })
    expect(await api.createTestInvoice({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
    expect(await api.createTestIncome({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
    await api.updateTest({ params, body: { status: 'cancelled' } })
    expect(await api.createTestInvoice({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect(await api.createTestIncome({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect(await api.createTestInvoice({ params: { testId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    const free = await newLabTest(laboratory, { analysisIds: [await newAnalysis(laboratory, { price: 0 })] })
    expect(await api.createTestIncome({ params: { testId: free.testId } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      {
        path: 'total',
      },
    )
  })
})

describe('POST /workspace/:workspaceId/labs/tests/:testId/income', () => {
  it("books the income on the workspace's day", async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    // The two zones are 24 hours apart, so that one of them differs from the UTC day.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      await laboratory.use(identity).updateWorkspace({ settings: { timeZone } })
      await eventually(async () => {
        const { testId } = await newLabTest(laboratory)
        const before = localDay(new Date(), timeZone)
        const { income } = (await api.createTestIncome({ params: { testId } })).body
        expect([before, localDay(new Date(), timeZone)]).toContain(income.date)
      })
    }
  })

  it('books the taxes of a test without an invoice, which the statistics show', async () => {
    const laboratory = await newLaboratory()
    const { taxRates } = (
      await laboratory.use(identity).updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 25 }] })
    ).body.workspace
    const analysisId = await eventually(() => newAnalysis(laboratory, { taxRateId: taxRates[0]!.id }))
    const { testId } = await newLabTest(laboratory, { analysisIds: [analysisId] })
    const { income } = (await laboratory.api.createTestIncome({ params: { testId } })).body
    const query = { from: income.date, to: income.date }
    const { body } = await laboratory.use(finance).getIncomeStats({ query })
    const line = { name: 'VAT', percentage: 25, net: 10, tax: 2.5, gross: 12.5 }
    expect(body.stats.currencies.map(({ taxes }) => taxes)).toEqual([[line]])
  })

  it('passes the tax rate of an analysis on to the invoice and rejects an unknown one', async () => {
    const laboratory = await newLaboratory()
    const { taxRates } = (
      await laboratory.use(identity).updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 25 }] })
    ).body.workspace
    const taxRateId = taxRates[0]!.id
    const analysisId = await eventually(() => newAnalysis(laboratory, { taxRateId }))
    const { testId } = await newLabTest(laboratory, { analysisIds: [analysisId] })
    const { invoice } = (await laboratory.api.createTestInvoice({ params: { testId } })).body
    const { body } = await laboratory.use(pos).getInvoice({ params: { invoiceId: invoice.id } })
    expect(body.invoice.taxes).toEqual([{ name: 'VAT', percentage: 25, net: 10, tax: 2.5, gross: 12.5 }])
    expect(await laboratory.api.createAnalysis({ testName: 'Iron', taxRateId: unknownId })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'taxRateId' },
    )
  })

  it('returns the booked income when the total has become 0, and 422 once the test is cancelled', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { testId } = await newLabTest(laboratory)
    const params = { testId }
    const { income } = (await api.createTestIncome({ params })).body
    const { invoice } = (await api.createTestInvoice({ params })).body
    const discount = { kind: 'percentage', value: 100, reason: 'Gift' } as const
    const invoiceParams = { invoiceId: invoice.id }
    await laboratory.use(pos).addInvoiceDiscount({ params: invoiceParams, body: discount })
    const { updatedAt } = await eventually(async () => {
      const { test: labTest } = (await api.getTest({ params })).body
      expect(labTest.invoice).toMatchObject({ total: 0 })
      return labTest
    })
    const again = await api.createTestIncome({ params })
    expect(again.status).toBe(200)
    expect(again.body.income).toEqual(income)
    expect(again.body.test.updatedAt).toBe(updatedAt)
    await api.updateTest({ params, body: { status: 'cancelled' } })
    expect(await api.createTestIncome({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
  })
})

describe('billing of lab tests', () => {
  let scene: Awaited<ReturnType<typeof newBilling>>
  beforeAll(async () => {
    scene = await newBilling()
  })
  afterAll(() => scene?.stop())

  it('creates one invoice and one income entry for the original actor after a crash and a lost reply', async () => {
    const { api, params, toPos, toFinance } = scene
    const staff = await newStaff(scene, ['labs.view', 'labs.billing'], contract)
    const replica = await scene.startReplica()
    const dying = apiOf(contract, {
      baseUrl: replica.url,
      token: staff.token,
      params: { workspaceId: scene.workspaceId },
    })
    const asked = new Promise<void>((resolve) => toPos.onNextRequest(resolve))
    toPos.hold()
    const lost = dying.createTestInvoice({ params }).catch(() => null)
    await asked
    await eventually(async () =>
      expect((await scene.stored()).invoiceStep).toEqual({ actorId: staff.accountId }),
    )
    await replica.kill()
    await lost
    // Pos receives the call after its caller was killed.
    await toPos.deliver()
    expect(await api.updateTest({ params, body: { couponCode: null } })).toFailWith(422, 'TEST_BILLED')
    await scene.recover()
    expect(await scene.stored()).toMatchObject({
      invoiceStep: null,
      invoiceUntil: null,
      invoice: { status: 'draft' },
    })
    expect(await scene.listInvoices()).toMatchObject([{ total: 12.5, createdBy: staff.accountId }])
    expect((await api.createTestInvoice({ params })).status).toBe(200)

    toFinance.hold('replies')
    const unanswered = await running(staff.token).createTestIncome({ params })
    expect(unanswered.status).toBeOneOf([503, 504])
    expect((await scene.stored()).incomeStep).toMatchObject({ actorId: staff.accountId, amountMinor: 1250 })
    toFinance.disconnect()
    toFinance.reconnect()
    toFinance.cut()
    await eventually(async () => {
      await scene.recover()
      expect((await scene.stored()).incomeId).not.toBeNull()
    })
    const booked = await scene.incomes()
    expect(booked).toMatchObject([{ amount: 12.5, reference: { type: 'labTest', id: scene.testId } }])
    const again = await api.createTestIncome({ params })
    expect(again.status).toBe(200)
    expect(again.body.income).toMatchObject({ id: booked[0]!.id, amount: 12.5, currencyCode: 'USD' })
    expect(again.body.test.incomeId).toBe(again.body.income.id)
  })

  const running = (token: string) => scene.running.as(contract, { token, workspaceId: scene.workspaceId })

  it('books only one income entry for concurrent requests', async () => {
    const { testId } = await newLabTest(scene)
    const params = { testId }
    const replies = await Promise.all([1, 2, 3].map(() => scene.api.createTestIncome({ params })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 201])
    expect(new Set(replies.map(({ body }) => body.income.id)).size).toBe(1)
    expect((await scene.incomes()).filter(({ reference }) => reference?.id === testId)).toHaveLength(1)
  })

  it('returns 404 and unlocks the test when pos rejects the invoice', async () => {
    const { api } = scene
    // Pos rejects the invoice because the client was removed after the test was ordered.
    const { params, test: labTest } = await newLabTest(scene)
    await scene.removeClient()
    expect(await api.createTestInvoice({ params: { testId: labTest.id } })).toFailWith(404, 'NOT_FOUND')
    expect((await api.deleteTestItem({ params })).status).toBe(204)
  })
})
