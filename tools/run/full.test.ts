import { describe, expect, it } from 'vitest'
import { runSuites } from './full.ts'

const suites = [
  { folder: 'dashboards', tool: { name: 'prometheus', debianPackage: 'prometheus', needsLibraries: false } },
  { folder: 'pages', tool: { name: 'chromium', debianPackage: 'chromium', needsLibraries: true } },
]
const passing = async () => ({ passed: 3, failed: [], skipped: [], flaky: [] })
const hasTool = (tool: string) => tool === 'prometheus'
const missing = 'pages needs chromium (apt-get install chromium)'

describe('runSuites', () => {
  it("skips a suite whose tool is missing on a developer's machine, and names the tool", async () => {
    expect(await runSuites(suites, { hasTool, isCi: false }, passing)).toEqual([
      { passed: 3, failed: [], skipped: [], flaky: [] },
      { passed: 0, failed: [], skipped: [missing], flaky: [] },
    ])
  })

  it('fails in CI when a tool is missing, and says what to install', async () => {
    expect(await runSuites(suites, { hasTool, isCi: true }, passing)).toEqual([
      { passed: 3, failed: [], skipped: [], flaky: [] },
      { passed: 0, failed: [missing], skipped: [], flaky: [] },
    ])
  })
})
