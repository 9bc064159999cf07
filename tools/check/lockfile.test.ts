import { describe, expect, it } from 'vitest'
import { missingPackages, reportingPackages, undecidedScripts } from './lockfile.ts'

describe('missingPackages', () => {
  it('reports an optional package that is missing from the lockfile', () => {
    const packages = {
      '': {},
      'node_modules/tool': { optionalDependencies: { '@tool/linux': '1.0.0', '@tool/darwin': '1.0.0' } },
      'node_modules/@tool/linux': {},
    }
    expect(missingPackages(packages)).toEqual([
      'node_modules/tool requires @tool/darwin@1.0.0, which is missing from the lockfile',
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

describe('reportingPackages', () => {
  it('reports a package that reports installations to a third party, even if it is nested', () => {
    const packages = {
      'node_modules/swagger-ui-dist': {},
      'node_modules/@scarf/scarf': {},
      'node_modules/tool/node_modules/opencollective-postinstall': {},
    }
    expect(reportingPackages(packages)).toEqual([
      'node_modules/@scarf/scarf reports to a third party; remove the package that depends on it',
      'node_modules/tool/node_modules/opencollective-postinstall reports to a third party; remove the package that depends on it',
    ])
  })
})

describe('undecidedScripts', () => {
  it('reports a package with an install script that package.json neither allows nor denies', () => {
    const packages = {
      'node_modules/lmdb': { hasInstallScript: true },
      'node_modules/new-tool': { hasInstallScript: true },
      'node_modules/plain': {},
    }
    expect(undecidedScripts(packages, { lmdb: false })).toEqual([
      'node_modules/new-tool has an install script; add it to allowScripts in package.json',
    ])
  })
})
