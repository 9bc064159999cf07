import { describe, expect, it } from 'vitest'
import { poolSizeOf } from './connection.ts'

describe('poolSizeOf', () => {
  it.each([
    ['mongodb://host/?replicaSet=rs0', undefined, 60],
    ['mongodb://host/?replicaSet=rs0', 20, 20],
    ['mongodb://host', 20, 20],
    ['mongodb+srv://host/?replicaSet=rs0&maxPoolSize=35', 20, 35],
    ['mongodb://host/?maxPoolSize=0', 20, 20],
  ])('reads the size from the URL %s or the setting %s', (url, setting, size) => {
    expect(poolSizeOf(url, setting)).toBe(size)
  })
})
