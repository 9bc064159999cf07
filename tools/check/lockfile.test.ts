import { describe, expect, it } from 'vitest'
import { missingPackages } from './lockfile.ts'

describe('missingPackages', () => {
  it('reports an optional package that is missing from the lockfile', () => {
    const packages = {
      '': {},
      'node_modules/tool': { optionalDependencies: { '@tool/linux': '1.0.0', '@tool/darwin': '1.0.0' } },
      'node_modules/@tool/linux': {},
    }
    expect(missingPackages(packages)).toEqual([
      'node_modules/tool asks for @tool/darwin@1.0.0, which the lockfile lacks',
    ])
  })

  it('accepts an optional package that is nested in another package', () => {
    const packages = {
      'node_modules/tool': { optionalDependencies: { '@tool/linux': '1.0.0' } },
      'node_modules/tool/node_modules/@tool/linux': {},
    }
    expect(missingPackages(packages)).toEqual([])
  })
})
