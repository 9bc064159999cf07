import { describe, expect, it } from 'vitest'
import { findPackage, listTestFiles, readPackages } from './packages.ts'

describe('findPackage', () => {
  it.each(['scheduling', 'services/scheduling', '@wp/scheduling'])(
    'returns the scheduling package for %s',
    (wanted) => {
      expect(findPackage(readPackages(), wanted)).toEqual({
        name: '@wp/scheduling',
        path: 'services/scheduling',
      })
    },
  )

  it('returns null for an unknown name', () => {
    expect(findPackage(readPackages(), 'sched')).toBeNull()
  })
})

describe('listTestFiles', () => {
  it('returns the test files of a package except those in node_modules', () => {
    const [own] = readPackages().filter(({ path }) => path === 'tools')
    const files = listTestFiles([own!])
    expect(files).toContain('tools/run/packages.test.ts')
    expect(files.filter((file) => !file.startsWith('tools/') || file.includes('node_modules'))).toEqual([])
  })
})
