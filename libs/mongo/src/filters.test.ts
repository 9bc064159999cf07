import { describe, expect, test } from 'vitest'
import { toQuery, toTenantPipeline, toTenantQuery, toUpdate } from './filters.ts'

const workspaceId = 'a'.repeat(24)
const now = new Date('2027-01-01T00:00:00.000Z')

describe('toTenantQuery', () => {
  test('puts the workspace first and maps id, also below $or', () => {
    const query = toTenantQuery(workspaceId, { name: 'x', $or: [{ id: '1' }, { $and: [{ id: '2' }] }] })
    expect(Object.keys(query)[0]).toBe('workspaceId')
    expect(query).toEqual({ workspaceId, name: 'x', $or: [{ _id: '1' }, { $and: [{ _id: '2' }] }] })
  })

  test('refuses another workspace and undefined values', () => {
    expect(() => toTenantQuery(workspaceId, { workspaceId: 'b'.repeat(24) })).toThrow(/another workspace/)
    expect(() => toQuery({ $or: [{ name: undefined }] })).toThrow(/"name" is undefined/)
  })
})

describe('toUpdate', () => {
  test('sets plain fields, drops undefined ones and notes the time', () => {
    expect(toUpdate({ name: 'x', code: undefined, note: null }, now)).toEqual({
      $set: { name: 'x', note: null, updatedAt: now },
    })
  })

  test('leaves operators as they are, without empty ones', () => {
    expect(toUpdate({ $inc: { n: 1 }, $unset: { a: undefined } }, now)).toEqual({
      $inc: { n: 1 },
      $set: { updatedAt: now },
    })
  })

  test.each(['workspaceId', 'id', '_id'])('refuses to change %s', (field) => {
    expect(() => toUpdate({ $set: { [field]: 'x' } }, now)).toThrow(field)
    expect(() => toUpdate({ [field]: 'x' }, now)).toThrow(field)
  })
})

test('a tenant pipeline starts with its workspace', () => {
  expect(toTenantPipeline(workspaceId, [{ $count: 'n' }])).toEqual([
    { $match: { workspaceId } },
    { $count: 'n' },
  ])
})
