import { expect, test } from 'vitest'
import { findPackage, readPackages } from './packages.ts'

test.each(['scheduling', 'services/scheduling', '@wp/scheduling'])('%s is a package', (wanted) => {
  expect(findPackage(readPackages(), wanted)).toEqual({
    name: '@wp/scheduling',
    path: 'services/scheduling',
  })
})

test('a name that no package has is none', () => {
  expect(findPackage(readPackages(), 'sched')).toBeNull()
})
