import { describe, expect, it } from 'vitest'
import { throughProxy } from './database-proxy.ts'

describe('throughProxy', () => {
  it.each([
    ['mongodb://db:27017/', 'mongodb://127.0.0.1:1/?directConnection=true'],
    ['mongodb://db:27017/?replicaSet=rs0', 'mongodb://127.0.0.1:1/?directConnection=true'],
    [
      'mongodb://ada:pw@db:27017/?replicaSet=rs0&authSource=admin',
      'mongodb://ada:pw@127.0.0.1:1/?authSource=admin&directConnection=true',
    ],
  ])('makes %s connect only to the proxy', (url, expected) => {
    expect(throughProxy(url, '127.0.0.1:1')).toBe(expected)
  })
})
