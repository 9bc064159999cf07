import { describe, expect, it } from 'vitest'
import { collection } from './collection.ts'
import type { IndexDeclaration } from './collection.ts'
import { builtInCollections, parseZones, shardingFaults, shardingScript } from './sharding.ts'

const byWorkspace: IndexDeclaration = { keys: { workspaceId: 1, name: 1 } }
const notes = (indexes: IndexDeclaration[], placement = {}) =>
  collection('notes', 'Note', { name: String, tags: [String] }, indexes, placement)

describe('shardingFaults', () => {
  it('accepts indexes that start with the workspace, and any index of an unsharded collection', () => {
    expect(shardingFaults(notes([byWorkspace, { keys: { name: 1 } }]))).toEqual([])
    expect(shardingFaults(notes([{ ...byWorkspace, unique: true }]))).toEqual([])
    expect(shardingFaults(notes([{ keys: { name: 1 }, unique: true }], { unsharded: 'Few.' }))).toEqual([])
  })

  it('rejects a unique index that does not start with the workspace', () => {
    const faults = shardingFaults(notes([byWorkspace, { keys: { name: 1, workspaceId: 1 }, unique: true }]))
    expect(faults).toEqual([expect.stringContaining('unique index name_1_workspaceId_1')])
  })

  it('rejects a collection without a workspace that gives no reason for being unsharded', () => {
    expect(shardingFaults(notes([{ keys: { name: 1 } }]))).toEqual([
      expect.stringContaining('notes cannot be sharded by workspace'),
    ])
  })
})

describe('builtInCollections', () => {
  it('contains no unique index that a sharded collection cannot have', () => {
    // Outbox, inbox and idempotency keys get the index of their shard key only when they are sharded.
    const faults = builtInCollections().flatMap(shardingFaults)
    expect(faults.filter((fault) => fault.includes('unique index'))).toEqual([])
  })
})

describe('parseZones', () => {
  it('parses the first workspace of every zone except the first', () => {
    expect(parseZones([])).toEqual([])
    expect(parseZones(['first', 'second=6b0000000000000000000000'])).toEqual([
      { zone: 'first', from: null },
      { zone: 'second', from: '6b0000000000000000000000' },
    ])
  })

  it.each([
    [['first=6b0000000000000000000000']],
    [['first', 'second']],
    [['first', 'second=6b']],
    [['first', "a'=6b0000000000000000000000"]],
    [['first', 'second=6b0000000000000000000000', 'third=6a0000000000000000000000']],
  ])('rejects %j', (zones) => {
    expect(() => parseZones(zones)).toThrow('Write zones as')
  })
})

describe('shardingScript', () => {
  const linesOf = (...given: Parameters<typeof shardingScript>) => shardingScript(...given).split('\n')

  it('shards all collections except unsharded ones, including those of every service', () => {
    const counters = collection('counters', 'Counter', {}, [], { unsharded: 'One record.' })
    const lines = linesOf('wp_pets', [notes([byWorkspace]), counters], [])
    expect(lines.filter((line) => line.startsWith('sh.'))).toEqual(
      ['notes', 'outbox', 'inbox', 'idempotency_keys'].map(
        (name) => `sh.shardCollection('wp_pets.${name}', { workspaceId: 1 })`,
      ),
    )
    expect(lines).toContain('target.outbox.createIndex({ workspaceId: 1 })')
    expect(lines).not.toContain('target.notes.createIndex({ workspaceId: 1 })')
  })

  it.each([
    { ...byWorkspace, partial: { name: 'a' } },
    { ...byWorkspace, sparse: true },
    { keys: { workspaceId: 1, tags: 1 } } satisfies IndexDeclaration,
  ])('creates an index for the shard key when %j does not contain every record once', (index) => {
    expect(linesOf('wp_pets', [notes([index])], [])).toContain('target.notes.createIndex({ workspaceId: 1 })')
  })

  it('does not shard while the inbox has records without a workspace', () => {
    const [script] = shardingScript('wp_pets', [], []).split('\nsh.')
    const run = (found: object | null) =>
      // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- mongosh runs this text.
      new Function('db', script!)({
        getSiblingDB: () => ({
          inbox: { findOne: () => found },
          idempotency_keys: { findOne: () => null },
          outbox: { createIndex: () => undefined },
        }),
      })
    expect(() => run({ _id: 'old' })).toThrow('inbox has records of an earlier version')
    expect(() => run(null)).not.toThrow()
  })

  it('replaces the ranges of zones while the balancer is stopped', () => {
    const zones = parseZones(['first', 'second=6b0000000000000000000000'])
    const lines = linesOf('wp_pets', [notes([byWorkspace])], zones)
    const at = (text: string) => lines.findIndex((line) => line.includes(text))
    expect(at('sh.stopBalancer()')).toBeGreaterThanOrEqual(0)
    expect(at('sh.stopBalancer()')).toBeLessThan(at('sh.removeRangeFromZone'))
    expect(at('sh.removeRangeFromZone')).toBeLessThan(at('sh.updateZoneKeyRange'))
    expect(lines.at(-2)).toBe('sh.startBalancer()')
    expect(lines.filter((line) => line.includes("updateZoneKeyRange('wp_pets.notes'"))).toEqual([
      `sh.updateZoneKeyRange('wp_pets.notes', { workspaceId: MinKey() }, { workspaceId: '6b0000000000000000000000' }, 'first')`,
      `sh.updateZoneKeyRange('wp_pets.notes', { workspaceId: '6b0000000000000000000000' }, { workspaceId: MaxKey() }, 'second')`,
    ])
  })
})
