import { describe, expect, it } from 'vitest'
import { limitConnections } from './connection-limit.ts'

describe('limitConnections', () => {
  it('keeps half of the file descriptors for connections to services', () => {
    expect(limitConnections(10_000, Number.POSITIVE_INFINITY)).toBe(10_000)
    expect(limitConnections(10_000, 1_048_576)).toBe(10_000)
    expect(limitConnections(10_000, 1024)).toBe(512)
  })
})
