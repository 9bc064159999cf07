import { expect, test } from 'vitest'
import { missingPackages } from './lockfile.ts'

test('names an optional package that the lockfile does not hold', () => {
  const packages = {
    '': {},
    'node_modules/tool': { optionalDependencies: { '@tool/linux': '1.0.0', '@tool/darwin': '1.0.0' } },
    'node_modules/@tool/linux': {},
  }
  expect(missingPackages(packages)).toEqual([
    'node_modules/tool asks for @tool/darwin@1.0.0, which the lockfile lacks',
  ])
})

test('finds packages that are nested in others', () => {
  const packages = {
    'node_modules/tool': { optionalDependencies: { '@tool/linux': '1.0.0' } },
    'node_modules/tool/node_modules/@tool/linux': {},
  }
  expect(missingPackages(packages)).toEqual([])
})
