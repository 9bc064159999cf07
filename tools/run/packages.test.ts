import { expect, test } from 'vitest'
import { findPackage, listTestFiles, readPackages } from './packages.ts'

test.each(['scheduling', 'services/scheduling', '@wp/scheduling'])('%s is a package', (wanted) => {
  expect(findPackage(readPackages(), wanted)).toEqual({
    name: '@wp/scheduling',
    path: 'services/scheduling',
  })
})

test('a name that no package has is none', () => {
  expect(findPackage(readPackages(), 'sched')).toBeNull()
})

test('the test files of a package are in its folder, and not in what it has installed', () => {
  const [own] = readPackages().filter(({ path }) => path === 'tools')
  const files = listTestFiles([own!])
  expect(files).toContain('tools/run/packages.test.ts')
  expect(files.filter((file) => !file.startsWith('tools/') || file.includes('node_modules'))).toEqual([])
})
