import { listEvents, newStaff, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newAnalysis, newLaboratory, newLabTest, unknownId } from './laboratory.ts'

describe('/workspace/:workspaceId/labs/units', () => {
  it('creates, updates, deactivates and restores a unit, and still returns it while deactivated', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { status, body } = await api.createLabUnit({ labUnitTitle: ' mg/dL ' })
    expect(status).toBe(201)
    expect(body.labUnit).toMatchObject({ workspaceId, labUnitTitle: 'mg/dL', deletedAt: null })
    const params = { labUnitId: body.labUnit.id }
    const one = { params: { labUnitId: body.labUnit.id } }
    const changed = await api.updateLabUnit({ params, body: { labUnitTitle: 'mmol/L' } })
    expect(changed.body.labUnit.labUnitTitle).toBe('mmol/L')
    const { deletedAt } = (await api.deactivateLabUnit({ params })).body.labUnit
    expect(deletedAt).toEqual(expect.any(String))
    expect((await api.deactivateLabUnit({ params })).body.labUnit.deletedAt).toBe(deletedAt)
    expect((await api.getLabUnit(one)).body.labUnit.deletedAt).toBe(deletedAt)
    expect((await api.listLabUnits()).body.labUnits).toEqual([])
    const all = await api.listLabUnits({ query: { includeDeleted: 'true' } })
    expect(all.body.labUnits).toHaveLength(1)
    expect((await api.restoreLabUnit({ params })).body.labUnit.deletedAt).toBeNull()
    expect((await api.listLabUnits()).body.labUnits).toHaveLength(1)
  })

  it('rejects invalid values, ids and cursors with 422, and unknown units with 404', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.createLabUnit({ labUnitTitle: ' ' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'labUnitTitle',
    })
    expect(await api.createLabUnit.raw({ body: {} })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.listLabUnits({ query: { after: 'nonsense' } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.listLabUnits({ query: { includeDeleted: 'perhaps' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.getLabUnit({ params: { labUnitId: 'x' } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.getLabUnit({ params: { labUnitId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(
      await api.updateLabUnit.raw({ params: { labUnitId: unknownId }, body: { labUnitTitle: '' } }),
    ).toFailWith(422, 'VALIDATION_FAILED')
  })
})

describe('/workspace/:workspaceId/labs/coupons', () => {
  const spring = {
    couponTitle: 'Spring',
    couponCode: ' Spring10 ',
    couponType: 'percentage' as const,
    couponValue: 10,
  }

  it('creates active coupons by default, rejects codes that differ only in case, frees a code on deletion and lists deleted coupons on request', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { status, body } = await api.createLabCoupon(spring)
    expect(status).toBe(201)
    expect(body.labCoupon).toMatchObject({
      workspaceId,
      couponCode: 'Spring10',
      couponStatus: 'active',
      deletedAt: null,
    })
    expect(await api.createLabCoupon({ ...spring, couponCode: 'SPRING10' })).toFailWith(409, 'CONFLICT', {
      path: 'couponCode',
    })
    const params = { couponId: body.labCoupon.id }
    expect((await api.deleteLabCoupon({ params })).status).toBe(204)
    expect(await api.deleteLabCoupon({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateLabCoupon({ params, body: { couponTitle: 'a' } })).toFailWith(404, 'NOT_FOUND')
    expect((await api.createLabCoupon({ ...spring, couponCode: 'spring10' })).status).toBe(201)
    const listed = async (includeDeleted?: string) =>
      (await api.listLabCoupons({ query: { includeDeleted } })).body.labCoupons.map(
        ({ couponCode }) => couponCode,
      )
    expect(await listed()).toEqual(['spring10'])
    expect(await listed('true')).toEqual(['spring10', 'Spring10'])
  })

  it('accepts only one of several concurrent requests with the same code', async () => {
    const { api } = await newWorkspace(contract)
    const replies = await Promise.all(Array.from({ length: 6 }, () => api.createLabCoupon(spring)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect((await api.listLabCoupons()).body.labCoupons).toHaveLength(1)
  })

  it("updates a coupon, but rejects another coupon's code with 409 and an invalid value with 422", async () => {
    const { api } = await newWorkspace(contract)
    await api.createLabCoupon(spring)
    const { labCoupon } = (await api.createLabCoupon({ ...spring, couponCode: 'other' })).body
    const params = { couponId: labCoupon.id }
    const change = (body: object) => api.updateLabCoupon.raw({ params, body })
    expect(await change({ couponCode: 'spring10' })).toFailWith(409, 'CONFLICT')
    expect((await change({ couponStatus: 'inactive' })).body).toMatchObject({
      labCoupon: { couponStatus: 'inactive' },
    })
    for (const [field, value] of [
      ['couponTitle', ''],
      ['couponTitle', 'x'.repeat(501)],
      ['couponCode', ' '],
      ['couponCode', 'x'.repeat(101)],
      ['couponValue', -1],
      ['couponValue', '5'],
      ['couponType', 'free'],
      ['couponStatus', 'old'],
    ])
      expect(await change({ [field as string]: value })).toFailWith(422, 'VALIDATION_FAILED', {
        path: String(field),
      })
    // 1.005 is valid as a percentage, but not as an amount in dollars.
    expect((await change({ couponValue: 1.005 })).status).toBe(200)
    expect(await change({ couponType: 'currency' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'couponValue',
    })
    expect((await change({ couponValue: 250 })).status).toBe(200)
    expect((await change({})).body).toMatchObject({
      labCoupon: { couponType: 'percentage', couponValue: 250 },
    })
  })
})

describe('/workspace/:workspaceId/labs/analyses', () => {
  it('returns the unit and the ranges, uses the test name for omitted names, and searches by the beginning of words', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { labUnit } = (await api.createLabUnit({ labUnitTitle: 'mg/dL' })).body
    const { status, body } = await api.createAnalysis({
      testName: 'Glucose',
      price: 12.5,
      unitId: labUnit.id,
    })
    expect(status).toBe(201)
    expect(body.analysis).toMatchObject({
      workspaceId,
      testName: 'Glucose',
      reportName: 'Glucose',
      billName: 'Glucose',
      price: 12.5,
      unitId: labUnit.id,
      unit: 'mg/dL',
      ranges: [],
      deletedAt: null,
    })
    const params = { analysisId: body.analysis.id }
    const added = await api.createRange({ params, body: { lowLimit: 70, highLimit: 100 } })
    expect(added.status).toBe(201)
    expect(added.body.range).toMatchObject({ gender: 'both', ageFrom: null, ageUnit: 'years', priority: 0 })
    const changed = await api.updateAnalysis({ params, body: { reportName: 'Blood sugar', unitId: null } })
    expect(changed.body.analysis).toMatchObject({
      reportName: 'Blood sugar',
      unit: null,
      ranges: [added.body.range],
    })
    expect((await api.getAnalysis({ params })).body).toEqual(changed.body)
    const found = async (search: string) =>
      (await api.listAnalyses({ query: { search } })).body.analyses.map(({ id }) => id)
    expect(await found('sug bl')).toEqual([params.analysisId])
    expect(await found('lood')).toEqual([])
  })

  it('rejects an unknown unit with 404, a deactivated one with 422 unless the analysis already has it, and invalid prices with 422', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.createAnalysis({ testName: 'A', unitId: unknownId })).toFailWith(404, 'NOT_FOUND')
    const { labUnit } = (await api.createLabUnit({ labUnitTitle: 'mg/dL' })).body
    const { analysis } = (await api.createAnalysis({ testName: 'A', unitId: labUnit.id })).body
    await api.deactivateLabUnit({ params: { labUnitId: labUnit.id } })
    expect(await api.createAnalysis({ testName: 'B', unitId: labUnit.id })).toFailWith(
      422,
      'VALIDATION_FAILED',
      {
        path: 'unitId',
      },
    )
    const params = { analysisId: analysis.id }
    const kept = await api.updateAnalysis({ params, body: { testName: 'A1', unitId: labUnit.id } })
    expect(kept.body.analysis).toMatchObject({ testName: 'A1', unit: 'mg/dL' })
    expect(await api.createAnalysis({ testName: 'B', price: -1 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.updateAnalysis({ params, body: { price: 0.00001 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
  })

  it('hides a deactivated analysis and rejects orders until it is restored', async () => {
    const laboratory = await newLaboratory()
    const { api, clientId } = laboratory
    const analysisId = await newAnalysis(laboratory)
    const params = { analysisId }
    const { deletedAt } = (await api.deactivateAnalysis({ params })).body.analysis
    expect((await api.deactivateAnalysis({ params })).body.analysis.deletedAt).toBe(deletedAt)
    expect((await api.listAnalyses()).body.analyses).toEqual([])
    expect((await api.listAnalyses({ query: { includeDeleted: 'true' } })).body.analyses).toHaveLength(1)
    const body = { clientId, testDate: '2027-03-10', analysisIds: [analysisId] }
    expect(await api.createTest(body)).toFailWith(422, 'VALIDATION_FAILED', { path: 'analysisIds' })
    expect((await api.restoreAnalysis({ params })).body.analysis.deletedAt).toBeNull()
    expect((await api.createTest(body)).status).toBe(201)
  })

  it('updates and deletes ranges, and rejects invalid ones with 422', async () => {
    const { api } = await newWorkspace(contract)
    const analysisId = await newAnalysis({ api })
    const { ranges } = (await api.getAnalysis({ params: { analysisId } })).body.analysis
    const params = { analysisId, rangeId: ranges[0]!.id }
    const changed = await api.updateRange({ params, body: { lowLimit: 65, gender: 'male' } })
    expect(changed.body.range).toEqual({ ...ranges[0]!, lowLimit: 65, gender: 'male' })
    for (const [path, body] of [
      ['lowLimit', { lowLimit: 101 }],
      ['ageFrom', { ageFrom: 10, ageTo: 9 }],
      ['criticalLow', { criticalLow: 401 }],
      ['ageTo', { ageTo: -1 }],
      ['ageUnit', { ageUnit: 'weeks' }],
      ['gender', { gender: 'other' }],
      ['resultNotes.0.condition', { resultNotes: [{ condition: '!=', value: 1, note: 'a' }] }],
    ] as const) {
      expect(await api.updateRange.raw({ params, body })).toFailWith(422, 'VALIDATION_FAILED', { path })
      const create = { params: { analysisId }, body: { ...ranges[0]!, ...body } }
      expect(await api.createRange.raw(create)).toFailWith(422, 'VALIDATION_FAILED', { path })
    }
    expect((await api.updateRange({ params, body: { lowLimit: null } })).body.range.lowLimit).toBeNull()
    expect((await api.deleteRange({ params })).status).toBe(204)
    expect(await api.deleteRange({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateRange({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('limits the size of notes and ranges, which are copied into results', async () => {
    const { api } = await newLaboratory()
    const { analysis } = (await api.createAnalysis({ testName: 'Glucose' })).body
    const params = { analysisId: analysis.id }
    const note = (length: number) => ({ condition: '>' as const, value: 1, note: 'x'.repeat(length) })
    const create = (...resultNotes: ReturnType<typeof note>[]) =>
      api.createRange({ params, body: { lowLimit: 1, resultNotes } })
    expect(await create(note(2000), note(2000), note(100))).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'resultNotes',
    })
    let accepted = 0
    while (accepted < 20 && (await create(note(1900), note(1900))).status === 201) accepted += 1
    expect(accepted).toBeGreaterThan(10)
    expect(accepted).toBeLessThan(18)
    expect(await create(note(1900), note(1900))).toFailWith(422, 'VALIDATION_FAILED', { path: 'ranges' })
    const { ranges } = (await api.getAnalysis({ params })).body.analysis
    const one = { analysisId: analysis.id, rangeId: ranges[0]!.id }
    expect((await api.updateRange({ params: one, body: { resultNotes: [] } })).status).toBe(200)
    expect((await create()).status).toBe(201)
  })
})

describe('permissions of the lab routes', () => {
  it('requires labs.run to set a result, and returns 403 to staff with labs.view or labs.run who create a unit or analysis', async () => {
    const laboratory = await newLaboratory()
    const { params } = await newLabTest(laboratory)
    const viewer = await newStaff(laboratory, ['labs.view'], contract)
    const runner = await newStaff(laboratory, ['labs.view', 'labs.run'], contract)
    expect((await viewer.api.listTests()).status).toBe(200)
    const result = { params, body: { resultValueNumeric: 90 } }
    expect(await viewer.api.setTestResult(result)).toFailWith(403, 'FORBIDDEN')
    expect(await viewer.api.createLabUnit({ labUnitTitle: 'a' })).toFailWith(403, 'FORBIDDEN')
    expect((await runner.api.setTestResult(result)).status).toBe(200)
    expect(await runner.api.createAnalysis({ testName: 'a' })).toFailWith(403, 'FORBIDDEN')
  })
})

describe('public events of the catalog', () => {
  it('publishes each change of units, coupons, analyses and their ranges once, with the record as the API returns it', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { labUnit } = (await api.createLabUnit({ labUnitTitle: 'mg/dL' })).body
    const unit = { params: { labUnitId: labUnit.id } }
    const { analysis } = (await api.createAnalysis({ testName: 'Glucose', unitId: labUnit.id })).body
    const one = { params: { analysisId: analysis.id } }
    const { range } = (await api.createRange({ ...one, body: { lowLimit: 70 } })).body
    await api.deactivateAnalysis(one)
    await api.deactivateAnalysis(one)
    const restored = (await api.restoreAnalysis(one)).body.analysis
    await api.deactivateLabUnit(unit)
    await api.restoreLabUnit(unit)
    const coupon = {
      couponTitle: 'Spring',
      couponCode: 'S',
      couponType: 'percentage',
      couponValue: 10,
    } as const
    const { labCoupon } = (await api.createLabCoupon(coupon)).body
    const params = { couponId: labCoupon.id }
    await api.updateLabCoupon({ params, body: { couponTitle: 'Summer' } })
    await api.deleteLabCoupon({ params })

    const published = (await listEvents('wp_labs', workspaceId))
      .filter(({ type }) => type.endsWith('.published.v1'))
      .map(({ data }) => data as { type: string; record: unknown })
    expect(published.map(({ type }) => type)).toEqual([
      'lab_unit.created',
      'lab_analysis.created',
      'lab_analysis.updated',
      'lab_analysis.deactivated',
      'lab_analysis.restored',
      'lab_unit.deactivated',
      'lab_unit.restored',
      'lab_coupon.created',
      'lab_coupon.updated',
      'lab_coupon.removed',
    ])
    expect(published[1]!.record).toEqual(analysis)
    expect(published[2]!.record).toMatchObject({ unit: 'mg/dL', ranges: [range] })
    expect(published[4]!.record).toEqual(restored)
    expect(published[7]!.record).toEqual(labCoupon)
  })
})
