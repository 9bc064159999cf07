import * as scheduling from '@wp/scheduling/contract'
import { eventually, inProcess, listEvents, openTestDatabase, rpcOf, tcpProxy } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { analysisCollection } from '../src/analyses/analysis.store.ts'
import * as contract from '../src/contract.ts'
import { labs } from '../src/service.ts'
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

  it('assigns a unique number to each of several concurrent tests', async () => {
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

  it('filters the list by client, status, number and date', async () => {
    const laboratory = await newLaboratory()
    const { api, clientId } = laboratory
    const first = await newLabTest(laboratory, { testDate: '2027-03-01' })
    const second = await newLabTest(laboratory, { testDate: '2027-03-02' })
    await api.completeTest({ params: { testId: second.testId } })
    const listed = async (query: Record<string, string>) =>
      (await api.listTests({ query })).body.tests.map(({ number }) => number)
    expect(await listed({})).toEqual([2, 1])
    expect(await listed({ clientId })).toEqual([2, 1])
    expect(await listed({ clientId: unknownId })).toEqual([])
    expect(await listed({ status: 'completed' })).toEqual([2])
    expect(await listed({ number: '1' })).toEqual([first.test.number])
    expect(await listed({ from: '2027-03-02' })).toEqual([2])
    expect(await listed({ from: '2027-03-01', to: '2027-03-01T23:00:00Z' })).toEqual([1])
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

describe('PATCH /workspace/:workspaceId/labs/tests/:testId/items/:itemId/result', () => {
  it('flags and explains a result, stores the range that was used and sets the test to in-progress', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { test: labTest, params } = await newLabTest(laboratory)
    const { analysisId } = labTest.items[0]!
    const { status, body } = await api.setTestResult({ params, body: { resultValueNumeric: 120 } })
    expect(status).toBe(200)
    expect(body.test.status).toBe('in-progress')
    expect(body.item).toMatchObject({
      resultValueNumeric: 120,
      flag: 'high',
      flagReason: null,
      isCritical: false,
      notes: ['Repeat fasting'],
      evaluation: {
        range: { lowLimit: 70, highLimit: 100 },
        age: { value: 36, unit: 'years' },
        gender: 'female',
        reason: '120 is above 100 (range for both genders, any age)',
      },
    })
    const { ranges } = (await api.getAnalysis({ params: { analysisId } })).body.analysis
    const rangeId = ranges[0]!.id
    await api.updateRange({ params: { analysisId, rangeId }, body: { highLimit: 300 } })
    expect((await api.getTest({ params: { testId: labTest.id } })).body.test.items[0]).toEqual(body.item)
    const again = await api.setTestResult({ params, body: { resultValueNumeric: 121 } })
    expect(again.body.item).toMatchObject({ flag: 'normal', amendments: [] })
    for (const resultValueNumeric of ['1', null, undefined])
      expect(await api.setTestResult.raw({ params, body: { resultValueNumeric } })).toFailWith(
        422,
        'VALIDATION_FAILED',
      )
  })

  it('rejects a result that makes the test too large to store', async () => {
    const laboratory = await newLaboratory()
    const { api, workspaceId } = laboratory
    const analysisId = await newAnalysis(laboratory)
    const db = await openTestDatabase('wp_labs', { collections: [analysisCollection] })
    onTestFinished(() => db.close())
    const analyses = db.tenant(analysisCollection)(workspaceId)
    const { ranges } = await analyses.get({ id: analysisId })
    // Old versions accepted ranges of this size.
    const note = { condition: '>' as const, value: 1, note: 'x'.repeat(2000) }
    const resultNotes = Array.from({ length: 50 }, () => note)
    await analyses.update({ id: analysisId }, { ranges: [{ ...ranges[0]!, resultNotes }] })
    const { test: labTest, testId } = await newLabTest(laboratory, {
      analysisIds: Array.from({ length: 20 }, () => analysisId),
    })
    const statuses: number[] = []
    for (const { id: itemId } of labTest.items) {
      const params = { testId, itemId }
      statuses.push((await api.setTestResult({ params, body: { resultValueNumeric: 90 } })).status)
    }
    expect(statuses[0]).toBe(200)
    expect(statuses.at(-1)).toBe(422)
    expect((await api.completeTest({ params: { testId } })).status).toBe(200)
  })

  it('returns a reason instead of a flag when the ranges need an unknown age or gender', async () => {
    const laboratory = await newLaboratory({ dateOfBirth: null, gender: null })
    const adult = { ageFrom: 18, lowLimit: 1, highLimit: 2 }
    const analysisIds = [await newAnalysis(laboratory, {}, adult), await newAnalysis(laboratory, {}, null)]
    const { test: labTest, testId } = await newLabTest(laboratory, { analysisIds })
    const reasons = []
    for (const { id: itemId } of labTest.items) {
      const reply = await laboratory.api.setTestResult({
        params: { testId, itemId },
        body: { resultValueNumeric: 9 },
      })
      reasons.push([reply.body.item.flag, reply.body.item.flagReason])
    }
    expect(reasons).toEqual([
      [null, 'NO_DATE_OF_BIRTH'],
      [null, 'NO_RANGE'],
    ])
  })

  it('publishes a critical result only once per value', async () => {
    const laboratory = await newLaboratory()
    const { api, workspaceId } = laboratory
    const { testId, itemId, params } = await newLabTest(laboratory)
    for (const resultValueNumeric of [90, 401, 401, 39])
      await api.setTestResult({ params, body: { resultValueNumeric } })
    const events = (await listEvents('wp_labs', workspaceId)).filter(
      ({ type }) => type === 'wp.labs.result.critical.v1',
    )
    expect(events.map(({ data }) => data)).toEqual([
      { testId, itemId, testName: 'Glucose', resultValueNumeric: 401, flag: 'high' },
      { testId, itemId, testName: 'Glucose', resultValueNumeric: 39, flag: 'low' },
    ])
  })

  it('uses the client data stored in the test when the client was removed', async () => {
    const laboratory = await newLaboratory()
    const { params } = await newLabTest(laboratory)
    await laboratory.use(scheduling).deleteClient({ params: { clientId: laboratory.clientId } })
    const { body } = await laboratory.api.setTestResult({ params, body: { resultValueNumeric: 80 } })
    expect(body.item).toMatchObject({ flag: 'normal', evaluation: { age: { value: 36 }, gender: 'female' } })
  })
})

describe('POST /workspace/:workspaceId/labs/tests/:testId/complete', () => {
  it('completes a test in any status, even twice, and lists the items without a result', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { testId, itemId, params } = await newLabTest(laboratory)
    const first = await api.completeTest({ params: { testId } })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      test: { status: 'completed' },
      missingResults: [{ itemId, testName: 'Glucose' }],
    })
    const again = await api.completeTest({ params: { testId } })
    expect(again.body.test.completedAt).toBe(first.body.test.completedAt)
    const amend = { params, body: { resultValueNumeric: 90, reason: 'Late result' } }
    expect((await api.amendTestResult(amend)).body.item).toMatchObject({
      flag: 'normal',
      amendments: [{ previousValueNumeric: null, previousFlag: null, resultValueNumeric: 90 }],
    })
    expect((await api.completeTest({ params: { testId } })).body.missingResults).toEqual([])
    const cancelled = await newLabTest(laboratory)
    const one = { testId: cancelled.testId }
    await api.updateTest({ params: one, body: { status: 'cancelled' } })
    expect((await api.completeTest({ params: one })).body.test.status).toBe('completed')
  })
})

describe('a completed or cancelled lab test', () => {
  it('accepts only amendments, which store the previous value, author, reason and range', async () => {
    const laboratory = await newLaboratory()
    const { api, ownerAccountId } = laboratory
    const { test: labTest, testId, params } = await newLabTest(laboratory)
    const amend = (body: object, headers = {}) => api.amendTestResult.raw({ params, body, headers })
    await api.setTestResult({ params, body: { resultValueNumeric: 90 } })
    expect(await amend({ resultValueNumeric: 95, reason: 'Typed wrong' })).toFailWith(
      422,
      'VALIDATION_FAILED',
      {
        path: 'status',
      },
    )
    await api.completeTest({ params: { testId } })
    expect(await api.setTestResult({ params, body: { resultValueNumeric: 95 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      {
        path: 'status',
      },
    )
    expect(await amend({ resultValueNumeric: 95, reason: ' ' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'reason',
    })
    const { analysisId } = labTest.items[0]!
    const { ranges } = (await api.getAnalysis({ params: { analysisId } })).body.analysis
    await api.deleteRange({ params: { analysisId, rangeId: ranges[0]!.id } })
    const key = { 'idempotency-key': 'amend-1' }
    const body = { resultValueNumeric: 401, reason: 'Typed wrong' }
    const [first, second] = [await amend(body, key), await amend(body, key)]
    expect(second.body).toEqual(first.body)
    expect(first.body).toMatchObject({
      item: {
        resultValueNumeric: 401,
        flag: 'high',
        isCritical: true,
        evaluation: { range: { id: ranges[0]!.id } },
        amendments: [
          {
            previousValueNumeric: 90,
            previousFlag: 'normal',
            resultValueNumeric: 401,
            reason: 'Typed wrong',
            amendedBy: ownerAccountId,
          },
        ],
      },
      test: { status: 'completed' },
    })
  })

  it('stores the amended value even when no range matched the first result', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { test: labTest, testId, params } = await newLabTest(laboratory)
    const { analysisId } = labTest.items[0]!
    const { ranges } = (await api.getAnalysis({ params: { analysisId } })).body.analysis
    for (const { id } of ranges) await api.deleteRange({ params: { analysisId, rangeId: id } })
    await api.setTestResult({ params, body: { resultValueNumeric: 90 } })
    await api.completeTest({ params: { testId } })
    const amended = { resultValueNumeric: 95, flagReason: 'NO_RANGE' }
    const body = { resultValueNumeric: 95, reason: 'Typed wrong' }
    expect((await api.amendTestResult({ params, body })).body.item).toMatchObject(amended)
    expect((await api.getTest({ params: { testId } })).body.test.items).toMatchObject([amended])
  })

  it('keeps its client data when a result is amended, and needs no answer from scheduling', async () => {
    const workspace = await newLaboratory()
    const toScheduling = await tcpProxy(rpcOf('scheduling'))
    const running = await inProcess(labs, { env: { SCHEDULING_RPC: toScheduling.address } })
    try {
      const laboratory = { ...workspace, api: running.as(contract, workspace) }
      const { params, testId } = await newLabTest(laboratory)
      await laboratory.api.setTestResult({ params, body: { resultValueNumeric: 90 } })
      await laboratory.api.completeTest({ params: { testId } })
      const changes = { name: 'Someone Else', dateOfBirth: '2001-01-01', gender: 'male' as const }
      const clientParams = { clientId: workspace.clientId }
      await workspace.use(scheduling).updateClient({ params: clientParams, body: changes })
      const amend = (resultValueNumeric: number) =>
        laboratory.api.amendTestResult({ params, body: { resultValueNumeric, reason: 'Typed wrong' } })
      expect((await amend(95)).body).toMatchObject({
        item: { resultValueNumeric: 95, evaluation: { age: { value: 36 }, gender: 'female' } },
        test: { clientName: 'Mona Said' },
      })
      toScheduling.disconnect()
      expect((await amend(96)).status).toBe(200)
      const report = await laboratory.api.getTestReport({ params: { testId }, query: { language: 'en' } })
      expect(report.body).toContain('Mona Said')
      expect(report.body).toContain('May 20, 1990')
      expect(report.body).toContain('Female')
    } finally {
      toScheduling.close()
      await running.stop()
    }
  })

  it('rejects changes with 422, but a cancelled test can be cancelled again', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { testId, params } = await newLabTest(laboratory)
    const change = (body: object) => api.updateTest.raw({ params: { testId }, body })
    expect(await change({ status: 'completed' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect((await change({ status: 'cancelled' })).body).toMatchObject({ test: { status: 'cancelled' } })
    expect((await change({ status: 'cancelled' })).status).toBe(200)
    expect(await change({ testDate: '2027-03-11' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.setTestResult({ params, body: { resultValueNumeric: 1 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    await api.completeTest({ params: { testId } })
    for (const body of [{ status: 'cancelled' }, { testDate: '2027-03-11' }, { couponCode: null }])
      expect(await change(body)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect((await change({})).status).toBe(200)
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
    expect(await api.updateTest({ params: { testId }, body: { clientId: unknownId } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })

  it('adds and removes a coupon, and keeps the copied terms when the coupon is applied again', async () => {
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
