import { describe, expect, it } from 'vitest'
import { requireUsable } from './connection.ts'

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
