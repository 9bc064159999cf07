import { describe, expect, it } from 'vitest'
import { filesWithoutRole, importCycles, importsOfService, listsInContracts } from './service-layout.ts'

const at = (path: string, text = '') => ({ path: `services/shop/src/${path}`, text })

describe('filesWithoutRole', () => {
  it.each([
    'clients/client-desk.ts',
    'clients/clients.ts',
    'clients/a.b.store.ts',
    'parts.ts',
    'rpc/shop.ts',
    'consumers/names.ts',
  ])('rejects the file %s', (path) => {
    expect(filesWithoutRole([at(path)], {})).toEqual([expect.stringContaining(`${path} has no role`)])
  })

  it.each([
    'main.ts',
    'service.ts',
    'deps.ts',
    'clients/client.store.ts',
    'clients/client.rules.test.ts',
    'rpc/shop.rpc.ts',
    'consumers/on-name-changed.ts',
    'jobs/close-days.ts',
  ])('accepts the file %s', (path) => {
    expect(filesWithoutRole([at(path)], {})).toEqual([])
  })

  it('accepts files in an exempt folder and reports an exemption whose folder does not exist', () => {
    const allowed = { 'services/shop/src/formats': 'formats, no resource' }
    expect(filesWithoutRole([at('formats/ical.ts')], allowed)).toEqual([])
    expect(filesWithoutRole([], allowed)).toEqual([expect.stringContaining('does not exist')])
  })

  it('ignores the gateway, which has no resources', () => {
    expect(filesWithoutRole([{ path: 'services/gateway/src/routing/route-table.ts', text: '' }], {})).toEqual(
      [],
    )
  })
})

describe('importsOfService', () => {
  it('rejects imports of service.ts, including type-only ones, except from main.ts and tests', () => {
    const text = `import type { Shop } from '../service.ts'`
    expect(importsOfService([at('clients/client.handlers.ts', text)])).toHaveLength(1)
    expect(importsOfService([at('clients/client.test.ts', text)])).toEqual([])
    expect(importsOfService([at('operations/main.ts', text)])).toEqual([])
    expect(importsOfService([at('services/index.ts', `import './service.store.ts'`)])).toEqual([])
  })
})

describe('importCycles', () => {
  it('reports a cycle once, including type-only imports', () => {
    const files = [
      at('a/a.store.ts', `import type { B } from '../b/b.store.ts'`),
      at('b/b.store.ts', `import { c } from '../c/c.store.ts'`),
      at('c/c.store.ts', `import type { A } from '../a/a.store.ts'`),
      at('d/d.store.ts', `import { a } from '../a/a.store.ts'`),
    ]
    const prefix = 'services/shop/src'
    expect(importCycles(files)).toEqual([
      `${prefix}/a/a.store.ts → ${prefix}/b/b.store.ts → ${prefix}/c/c.store.ts → ${prefix}/a/a.store.ts`,
    ])
    expect(importCycles(files.slice(1))).toEqual([])
  })
})

describe('listsInContracts', () => {
  it.each([
    ['clients/client.contract.ts', 'export const clientRoutes = [listClients]'],
    ['contract.ts', 'export const events = [ClientChanged] as const'],
    ['contract.ts', 'const shopRoutes: Route[] = [\n  listClients,\n]'],
  ])('rejects a list of routes or events in %s: %s', (path, text) => {
    expect(listsInContracts([at(path, text)])).toHaveLength(1)
  })

  it('accepts other arrays in contracts', () => {
    const text = `export const kinds = ['a', 'b'] as const\nexport const ClientChanged = defineEvent({})`
    expect(listsInContracts([at('clients/client.contract.ts', text)])).toEqual([])
  })
})
