import { describe, expect, it } from 'vitest'
import { toQuery, toTenantPipeline, toTenantQuery, toUpdate } from './filters.ts'

const workspaceId = 'a'.repeat(24)
const now = new Date('2027-01-01T00:00:00.000Z')

describe('toTenantQuery and toQuery', () => {
  it('adds the workspace as the first condition and maps id to _id, even inside $or', () => {
    const query = toTenantQuery(workspaceId, { name: 'x', $or: [{ id: '1' }, { $and: [{ id: '2' }] }] })
    expect(Object.keys(query)[0]).toBe('workspaceId')
    expect(query).toEqual({ workspaceId, name: 'x', $or: [{ _id: '1' }, { $and: [{ _id: '2' }] }] })
  })

  it('rejects a filter on another workspace and a filter with an undefined value', () => {
    expect(() => toTenantQuery(workspaceId, { workspaceId: 'b'.repeat(24) })).toThrow(/another workspace/)
    expect(() => toQuery({ $or: [{ name: undefined }] })).toThrow(/"name" is undefined/)
  })
})

describe('toUpdate', () => {
  it('sets plain fields, drops undefined ones and sets updatedAt', () => {
    expect(toUpdate({ name: 'x', code: undefined, note: null }, now)).toEqual({
      $set: { name: 'x', note: null, updatedAt: now },
    })
  })

  it('keeps update operators and drops empty ones', () => {
    expect(toUpdate({ $inc: { n: 1 }, $unset: { a: undefined } }, now)).toEqual({
      $inc: { n: 1 },
      $set: { updatedAt: now },
    })
  })

  it.each(['workspaceId', 'id', '_id'])('throws when an update changes %s', (field) => {
    expect(() => toUpdate({ $set: { [field]: 'x' } }, now)).toThrow(field)
    expect(() => toUpdate({ [field]: 'x' }, now)).toThrow(field)
  })
})

describe('toTenantPipeline', () => {
  it('starts the pipeline with a $match on the workspace', () => {
    expect(toTenantPipeline(workspaceId, [{ $count: 'n' }])).toEqual([
      { $match: { workspaceId } },
      { $count: 'n' },
    ])
  })
})
