import type { TestCount } from './count.ts'

/** Tests that need a tool beyond those of `npm test`: their folder under `test/full`, the program, its Debian package. */
export type Suite = {
  folder: string
  tool: string
  debianPackage: string
  /** Such a program has to be installed; one that is whole in itself is unpacked. */
  needsLibraries: boolean
}

export const suites: Suite[] = [
  { folder: 'browser', tool: 'chromium', debianPackage: 'chromium', needsLibraries: true },
  { folder: 'rules', tool: 'promtool', debianPackage: 'prometheus', needsLibraries: false },
]

/**
 * Runs each suite whose tool is there. A missing tool is a named skip on a developer's machine and a failure in CI, where
 * it would hide that the tests no longer run.
 */
export const runSuites = async (
  wanted: Suite[],
  machine: { hasTool: (tool: string) => boolean; isCi: boolean; say: (line: string) => void },
  run: (folder: string) => Promise<TestCount>,
): Promise<TestCount[]> => {
  const counts: TestCount[] = []
  for (const { folder, tool, debianPackage } of wanted) {
    const missing = `${folder} needs ${tool} (apt-get install ${debianPackage})`
    if (machine.hasTool(tool)) counts.push(await run(folder))
    else if (!machine.isCi) counts.push({ passed: 0, failed: 0, skipped: [missing] })
    else {
      machine.say(`\n✗ ${missing}`)
      counts.push({ passed: 0, failed: 1, skipped: [] })
    }
  }
  return counts
}
