import { describe, expect, it } from 'vitest'
import { poolSizeOf, requireUsable } from './connection.ts'

describe('poolSizeOf', () => {
  it.each([
    ['mongodb://host/?replicaSet=rs0', undefined, 60],
    ['mongodb://host/?replicaSet=rs0', 20, 20],
    ['mongodb://host', 20, 20],
    ['mongodb+srv://host/?replicaSet=rs0&maxPoolSize=35', 20, 35],
    ['mongodb://host/?maxPoolSize=0', 20, 20],
  ])('takes the size from the URL %s, or from the setting %s', (url, setting, size) => {
    expect(poolSizeOf(url, setting)).toBe(size)
  })
})

describe('requireUsable', () => {
  it.each(['5.0.34', '7.0.0', '8.0.4'])('accepts a replica set with version %s', (version) => {
    expect(() => requireUsable({ version, isReplicaSet: true })).not.toThrow()
  })

  it('throws for a standalone server and says how to make it a replica set', () => {
    expect(() => requireUsable({ version: '7.0.0', isReplicaSet: false })).toThrow('rs.initiate()')
  })

  it('throws for a version before 5.0', () => {
    expect(() => requireUsable({ version: '4.4.29', isReplicaSet: true })).toThrow(
      'MongoDB 4.4.29 is not supported',
    )
  })
})
