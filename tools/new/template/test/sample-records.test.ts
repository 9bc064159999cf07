import { newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

describe('/workspace/:workspaceId/sample-records', () => {
  it('creates, lists (newest first), reads, updates and deletes sample records', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const made = await api.createSampleRecord({ name: 'First' })
    expect(made.status).toBe(201)
    const { sampleRecord } = made.body
    expect(sampleRecord).toMatchObject({ workspaceId, name: 'First' })
    await api.createSampleRecord({ name: 'Second' })
    const listed = (await api.listSampleRecords()).body
    expect(listed.sampleRecords.map(({ name }) => name)).toEqual(['Second', 'First'])
    const params = { sampleRecordId: sampleRecord.id }
    const changed = (await api.updateSampleRecord({ params, body: { name: 'Third' } })).body.sampleRecord
    expect(changed).toMatchObject({ id: sampleRecord.id, name: 'Third' })
    expect((await api.getSampleRecord({ params })).body.sampleRecord).toEqual(changed)
    expect((await api.deleteSampleRecord({ params })).status).toBe(204)
    expect(await api.getSampleRecord({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 404 for a sample record of another workspace', async () => {
    const [mine, other] = [await newWorkspace(contract), await newWorkspace(contract)]
    const { sampleRecord } = (await mine.api.createSampleRecord({ name: 'Mine' })).body
    const params = { sampleRecordId: sampleRecord.id }
    expect(await other.api.getSampleRecord({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await other.api.updateSampleRecord({ params, body: { name: 'Theirs' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect(await other.api.deleteSampleRecord({ params })).toFailWith(404, 'NOT_FOUND')
    expect((await other.api.listSampleRecords()).body.sampleRecords).toEqual([])
    expect((await mine.api.getSampleRecord({ params })).body.sampleRecord.name).toBe('Mine')
  })

  it.each([
    ['a missing name', {}, 400, 'INVALID_REQUEST'],
    ['a blank name', { name: ' ' }, 422, 'VALIDATION_FAILED'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 422, 'VALIDATION_FAILED'],
  ] as const)('rejects %s and names the field', async (_, body, status, code) => {
    const { api } = await newWorkspace(contract)
    expect(await api.createSampleRecord.raw({ body })).toFailWith(status, code, { path: 'name' })
  })

  it('rejects an update to a blank name with 422', async () => {
    const { api } = await newWorkspace(contract)
    const { sampleRecord } = (await api.createSampleRecord({ name: 'First' })).body
    const change = { params: { sampleRecordId: sampleRecord.id }, body: { name: '' } }
    expect(await api.updateSampleRecord(change)).toFailWith(422, 'VALIDATION_FAILED', { path: 'name' })
  })
})
