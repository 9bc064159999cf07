import { describe, expect, it } from 'vitest'
import { declarationFaults } from './declarations.ts'

const declaration = {
  database: true,
  calls: { identity: ['GetWorkspace'] },
  follows: ['identity'],
  buckets: { domains: 'read' },
}
const service = `import declaration from '../service.json' with { type: 'json' }
  defineConsumer({ events: [{ type: 'wp.identity.x.y.v1' }] })
  bus.kv('domains'); identity.getWorkspace({})`

const faultsOf = (declared: unknown, text = service) =>
  declarationFaults(new Map(declared === undefined ? [] : [['shop', declared]]), {
    files: [{ path: 'services/shop/src/service.ts', text }],
    methods: new Map([['identity', ['GetWorkspace', 'GetJwks']]]),
    services: ['shop'],
  }).map((fault) => fault.replace('services/shop/service.json', '').trim())

describe('declarationFaults', () => {
  it('accepts a declaration that matches the code', () => {
    const { follows: _, ...rest } = declaration
    expect(faultsOf({ ...rest, follows: [] })).toEqual([])
  })

  it.each([
    ['a missing declaration', undefined, service, 'is missing'],
    ['an unknown key', { ...declaration, callz: {} }, service, 'Unrecognized key'],
    [
      'a declaration that the service does not load',
      { ...declaration, follows: [] },
      service.slice(70),
      'is not passed to',
    ],
    [
      'a method that does not exist',
      { ...declaration, follows: [], calls: { identity: ['GetMoon'] } },
      service,
      'GetMoon, which does not exist',
    ],
    [
      'a method that the code does not call',
      { ...declaration, follows: [], calls: { identity: ['GetJwks'] } },
      service,
      'GetJwks that the code does not make',
    ],
    ['a service that does not exist', declaration, service, 'follows identity, which does not exist'],
    [
      'a stream that no consumer reads',
      { ...declaration, follows: ['shop'] },
      service,
      'declares shop in follows',
    ],
    [
      'a bucket that the code does not open',
      { ...declaration, follows: [], buckets: { nests: 'read' } },
      service,
      'bucket nests, which the code does not use',
    ],
  ])('reports %s', (_what, declared, text, fault) => {
    expect(faultsOf(declared, text).join()).toContain(fault)
  })
})
