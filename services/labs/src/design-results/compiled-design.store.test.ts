import { describe, expect, it } from 'vitest'
import { compiledDesignStore } from './compiled-design.store.ts'

const design = { labels: [], rules: new Map(), commentRules: [] }
const entry = (bytes: number, revision = '1') => ({ revision, design, bytes })

describe('compiledDesignStore', () => {
  it('returns only the stored revision of a design', () => {
    const designs = compiledDesignStore()
    designs.put('a', entry(1, '1'))
    expect(designs.find('a', '1')).toBe(design)
    expect(designs.find('a', '2')).toBeNull()
    designs.put('a', entry(1, '2'))
    expect(designs.find('a', '1')).toBeNull()
    expect(designs.find('a', '2')).toBe(design)
    expect(designs.find('b', '1')).toBeNull()
  })

  it('evicts the least recently used designs when their total size exceeds the limit', () => {
    const designs = compiledDesignStore(100)
    const kept = () => ['a', 'b', 'c', 'd'].filter((key) => designs.find(key, '1'))
    for (const key of ['a', 'b', 'c']) designs.put(key, entry(30))
    expect(kept()).toEqual(['a', 'b', 'c'])
    designs.find('a', '1')
    designs.put('d', entry(30))
    expect(kept()).toEqual(['a', 'c', 'd'])
    for (let round = 0; round < 5; round += 1) designs.put('d', entry(30))
    expect(kept()).toEqual(['a', 'c', 'd'])
    designs.put('b', entry(101))
    expect(kept()).toEqual([])
  })
})
