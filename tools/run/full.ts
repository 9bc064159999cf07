import type { TestCount } from './count.ts'

/** A folder under `test/full` with tests that are slow or need additional tools. */
export type Suite = {
  folder: string
  /** The required program and its Debian package; null when the suite needs no program. */
  tool: { name: string; debianPackage: string; needsLibraries: boolean } | null
}

export const suites: Suite[] = [
  { folder: 'browser', tool: { name: 'chromium', debianPackage: 'chromium', needsLibraries: true } },
  { folder: 'rules', tool: { name: 'promtool', debianPackage: 'prometheus', needsLibraries: false } },
  { folder: 'prometheus', tool: { name: 'prometheus', debianPackage: 'prometheus', needsLibraries: false } },
  { folder: 'alerts', tool: { name: 'prometheus', debianPackage: 'prometheus', needsLibraries: false } },
  // Helm comes from npm.
  { folder: 'helm', tool: null },
  { folder: 'new', tool: null },
  { folder: 'slow', tool: null },
  { folder: 'faults', tool: null },
  // Installs packages from the npm registry.
  { folder: 'outside', tool: null },
]

/**
 * Runs each suite whose tool is available. On a developer's machine a missing tool skips the suite; in CI, where a
 * skip would go unnoticed, it fails the run.
 */
export const runSuites = async (
  wanted: Suite[],
  machine: { hasTool: (tool: string) => boolean; isCi: boolean },
  run: (folder: string) => Promise<TestCount>,
): Promise<TestCount[]> => {
  const counts: TestCount[] = []
  for (const { folder, tool } of wanted) {
    if (!tool || machine.hasTool(tool.name)) {
      counts.push(await run(folder))
      continue
    }
    const missing = `${folder} needs ${tool.name} (apt-get install ${tool.debianPackage})`
    counts.push({
      passed: 0,
      failed: machine.isCi ? [missing] : [],
      skipped: machine.isCi ? [] : [missing],
      flaky: [],
    })
  }
  return counts
}
