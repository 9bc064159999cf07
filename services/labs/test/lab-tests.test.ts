import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newAnalysis, newLaboratory, newLabTest, unknownId } from './laboratory.ts'

describe('/workspace/:workspaceId/labs/tests', () => {
  it('copies names, unit, price and coupon when the test is ordered, and numbers tests per workspace', async () => {
    const laboratory = await newLaboratory()
    const { api, clientId, workspaceId } = laboratory
    const { labUnit } = (await api.createLabUnit({ labUnitTitle: 'mg/dL' })).body
    const [glucose, lipids] = [
      await newAnalysis(laboratory, { unitId: labUnit.id }),
      await newAnalysis(laboratory, { testName: 'Lipids', price: 20.0049 }),
    ]
    const coupon = (
      await api.createLabCoupon({
        couponTitle: 'Spring',
        couponCode: 'Spring',
        couponType: 'percentage',
        couponValue: 10,
      })
    ).body.labCoupon
    const { test: labTest } = await newLabTest(laboratory, {
      testDate: '2027-03-10T23:30:00-02:00',
      analysisIds: [glucose, lipids],
      couponCode: 'SPRING',
    })
    expect(labTest).toMatchObject({
      workspaceId,
      number: 1,
      clientId,
      clientName: 'Mona Said',
      testDate: '2027-03-11', // the UTC date
      status: 'draft',
      analysisIds: [glucose, lipids],
      couponId: coupon.id,
      currencyCode: 'USD',
      subtotal: 32.5,
      discount: 3.25,
      total: 29.25,
      invoiceId: null,
      invoice: null,
      incomeId: null,
      completedAt: null,
    })
    expect(labTest.items[0]).toMatchObject({
      analysisId: glucose,
      testName: 'Glucose',
      price: 12.5,
      unit: 'mg/dL',
      resultValueNumeric: null,
      flag: null,
      flagReason: null,
      isCritical: false,
      notes: [],
      evaluation: null,
      amendments: [],
    })
    await api.updateAnalysis({ params: { analysisId: glucose }, body: { testName: 'Sugar', price: 99 } })
    await api.updateLabCoupon({ params: { couponId: coupon.id }, body: { couponValue: 50 } })
    const params = { testId: labTest.id }
    expect((await api.getTest({ params })).body.test).toEqual(labTest)
    // The discount is recalculated from the remaining items with the coupon terms copied at creation.
    const { items } = labTest
    await api.deleteTestItem({ params: { ...params, itemId: items[1]!.id } })
    expect((await api.getTest({ params })).body.test).toMatchObject({
      subtotal: 12.5,
      discount: 1.25,
      total: 11.25,
    })
    expect((await newLabTest(laboratory)).test.number).toBe(2)
  })

  it('assigns consecutive numbers to concurrently created tests', async () => {
    const laboratory = await newLaboratory()
    const analysisIds = [await newAnalysis(laboratory)]
    const created = await Promise.all(
      Array.from({ length: 6 }, () => newLabTest(laboratory, { analysisIds })),
    )
    expect(created.map(({ test: { number } }) => number).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6,
    ])
  })

  it('rejects unknown clients and analyses with 404, and unusable coupons and invalid values with 422', async () => {
    const laboratory = await newLaboratory()
    const { api, clientId } = laboratory
    const analysisId = await newAnalysis(laboratory)
    await api.createLabCoupon({
      couponTitle: 'Old',
      couponCode: 'OLD',
      couponType: 'currency',
      couponValue: 5,
      couponStatus: 'inactive',
    })
    const body = { clientId, testDate: '2027-03-10', analysisIds: [analysisId] }
    const create = (change: object) => api.createTest.raw({ body: { ...body, ...change } })
    expect(await create({ clientId: unknownId })).toFailWith(404, 'NOT_FOUND')
    expect(await create({ analysisIds: [analysisId, unknownId] })).toFailWith(404, 'NOT_FOUND')
    for (const [path, change] of [
      ['couponCode', { couponCode: 'unknown' }],
      ['couponCode', { couponCode: 'old' }],
      ['clientId', { clientId: 'x' }],
      ['testDate', { testDate: '2027-02-30' }],
      ['analysisIds', { analysisIds: [] }],
    ] as const)
      expect(await create(change)).toFailWith(422, 'VALIDATION_FAILED', { path })
    expect((await api.listTests()).body.tests).toEqual([])
  })

  it('filters the list by client, status, number and date, and rejects invalid filters with 422', async () => {
    const laboratory = await newLaboratory()
    const { api, clientId } = laboratory
    const first = await newLabTest(laboratory, { testDate: '2027-03-02' })
    const second = await newLabTest(laboratory, { testDate: '2027-03-01' })
    await api.completeTest({ params: { testId: second.testId } })
    const listed = async (query: Record<string, string>) =>
      (await api.listTests({ query })).body.tests.map(({ number }) => number)
    expect(await listed({})).toEqual([2, 1])
    expect(await listed({ clientId })).toEqual([2, 1])
    expect(await listed({ clientId: unknownId })).toEqual([])
    expect(await listed({ status: 'completed' })).toEqual([2])
    expect(await listed({ number: '1' })).toEqual([first.test.number])
    expect(await listed({ from: '2027-03-02' })).toEqual([1])
    expect(await listed({ from: '2027-03-01' })).toEqual([1, 2])
    expect(await listed({ from: '2027-03-01', to: '2027-03-01T23:00:00Z' })).toEqual([2])
    const walked = await api.listTests({ query: { after: '', limit: '1' } })
    expect(walked.body.pagination).toMatchObject({ limit: 1, nextCursor: expect.any(String) })
    for (const query of [
      { after: '!' },
      { from: '2027-03-02', to: '2027-03-01' },
      { status: 'open' },
      { clientId: '1' },
    ])
      expect(await api.listTests.raw({ query })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('adds and removes analyses until the test is completed', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { testId, itemId, params } = await newLabTest(laboratory)
    const analysisIds = [await newAnalysis(laboratory, { price: 1 })]
    const added = await api.addTestItems({ params: { testId }, body: { analysisIds } })
    expect(added.status).toBe(201)
    expect(added.body.test).toMatchObject({ total: 13.5, items: [{ id: itemId }, {}] })
    expect(await api.addTestItems({ params: { testId }, body: { analysisIds: [unknownId] } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect((await api.deleteTestItem({ params })).status).toBe(204)
    expect(await api.deleteTestItem({ params })).toFailWith(404, 'NOT_FOUND')
    await api.completeTest({ params: { testId } })
    const last = added.body.test.items[1]!.id
    expect(await api.deleteTestItem({ params: { testId, itemId: last } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.addTestItems({ params: { testId }, body: { analysisIds } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
  })
})

describe('PATCH /workspace/:workspaceId/labs/tests/:testId', () => {
  it('re-evaluates results when the date or client changes', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const analysisIds = [
      await newAnalysis(laboratory, {}, { gender: 'female', ageTo: 36, lowLimit: 1, highLimit: 2 }),
    ]
    const { testId, params } = await newLabTest(laboratory, { analysisIds })
    await api.setTestResult({ params, body: { resultValueNumeric: 1.5 } })
    const flagAfter = async (body: object) => {
      const { test: changed } = (await api.updateTest({ params: { testId }, body })).body
      return [changed.items[0]!.flag, changed.items[0]!.flagReason]
    }
    expect(await flagAfter({})).toEqual(['normal', null])
    expect(await flagAfter({ testDate: '2027-05-20' })).toEqual([null, 'NO_RANGE']) // her 37th birthday
    expect(await flagAfter({ testDate: '2027-05-19' })).toEqual(['normal', null])
    const other = (
      await laboratory
        .use(scheduling)
        .createClient({ name: 'Omar', gender: 'male', dateOfBirth: '2000-01-01' })
    ).body.client
    expect(await flagAfter({ clientId: other.id })).toEqual([null, 'NO_RANGE'])
    expect((await api.getTest({ params: { testId } })).body.test).toMatchObject({
      clientId: other.id,
      clientName: 'Omar',
    })
  })

  it('returns 404 for an unknown client', async () => {
    const laboratory = await newLaboratory()
    const { testId } = await newLabTest(laboratory)
    const changes = { params: { testId }, body: { clientId: unknownId } }
    expect(await laboratory.api.updateTest(changes)).toFailWith(404, 'NOT_FOUND')
  })

  it('adds and removes a coupon, keeps the copied terms when it is applied again, and rejects a deleted coupon', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { testId } = await newLabTest(laboratory)
    const coupon = {
      couponTitle: 'Five',
      couponCode: 'FIVE',
      couponType: 'currency' as const,
      couponValue: 5,
    }
    const { labCoupon } = (await api.createLabCoupon(coupon)).body
    const use = (couponCode: string | null) => api.updateTest({ params: { testId }, body: { couponCode } })
    expect((await use('five')).body.test).toMatchObject({ couponId: labCoupon.id, discount: 5, total: 7.5 })
    await api.deleteLabCoupon({ params: { couponId: labCoupon.id } })
    expect((await use('FIVE')).body.test.discount).toBe(5) // the test already has this coupon
    expect((await use(null)).body.test).toMatchObject({ couponId: null, discount: 0, total: 12.5 })
    expect(await use('FIVE')).toFailWith(422, 'VALIDATION_FAILED', { path: 'couponCode' })
  })
})

describe('onClientChanged', () => {
  it('renames the client in open tests but not in completed ones', async () => {
    const laboratory = await newLaboratory()
    const { api, clientId } = laboratory
    const [open, completed] = [await newLabTest(laboratory), await newLabTest(laboratory)]
    await api.completeTest({ params: { testId: completed.testId } })
    await laboratory.use(scheduling).updateClient({ params: { clientId }, body: { name: 'Mona Aziz' } })
    const nameOf = async (testId: string) => (await api.getTest({ params: { testId } })).body.test.clientName
    await eventually(async () => expect(await nameOf(open.testId)).toBe('Mona Aziz'))
    expect(await nameOf(completed.testId)).toBe('Mona Said')
  })
})
