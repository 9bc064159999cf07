import * as scheduling from '@wp/scheduling/contract'
import { inProcess, listEvents, openTestDatabase, rpcOf, tcpProxy } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { analysisCollection } from '../src/analyses/analysis.store.ts'
import * as contract from '../src/contract.ts'
import { labs } from '../src/service.ts'
import { newAnalysis, newLaboratory, newLabTest } from './laboratory.ts'

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
  })

  it('rejects a result that is not a number with 422', async () => {
    const laboratory = await newLaboratory()
    const { api } = laboratory
    const { params } = await newLabTest(laboratory)
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

  it('returns a reason instead of a flag when the age is unknown or no range exists', async () => {
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

  it('keeps its client data when a result is amended, and does not call scheduling', async () => {
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

  it('rejects changes with 422, except that a cancelled test can be cancelled again or completed', async () => {
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
