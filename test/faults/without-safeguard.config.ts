import { writeFileSync } from 'node:fs'
import { timeLimits } from '@wp/testing/vitest'
import { defineConfig } from 'vitest/config'
import type { TestCase } from 'vitest/node'

/** Sources with or without a safeguard, and the tests to run on them. */
export type Variant = {
  name: string
  root: string
  tests: string[]
  cutOut: { file: string; find: string; replace: string } | null
}
/** `report` is the file that receives the number of passed and failed tests per variant. */
export type SafeguardRun = { report: string; variants: Variant[] }

// Runs tests on sources without a safeguard, in one vitest project per variant. `WP_SAFEGUARDS` contains the variants
// as JSON.
const { report, variants } = JSON.parse(process.env['WP_SAFEGUARDS']!) as SafeguardRun

const counts = Object.fromEntries(variants.map(({ name }) => [name, { passed: 0, failed: 0 }]))

const reporter = {
  onTestCaseResult: (test: TestCase) => {
    const { state } = test.result()
    if (state === 'passed' || state === 'failed') counts[test.project.name]![state] += 1
  },
  onTestRunEnd: () => writeFileSync(report, JSON.stringify(counts)),
}

export default defineConfig({
  test: {
    reporters: [reporter],
    maxWorkers: 1,
    projects: variants.map(({ name, root, tests, cutOut }) => ({
      root,
      plugins: [
        {
          name: 'without-safeguard',
          enforce: 'pre' as const,
          transform: (code: string, id: string) => {
            if (!cutOut || !id.split('?')[0]?.endsWith(cutOut.file)) return null
            if (!code.includes(cutOut.find))
              throw new Error(`${cutOut.file} no longer contains: ${cutOut.find}`)
            return code.replace(cutOut.find, cutOut.replace)
          },
        },
      ],
      test: {
        name,
        include: tests,
        ...timeLimits,
        // Without the safeguard, some of the tests wait until they time out.
        ...(cutOut && { expect: { poll: { timeout: 10_000 } } }),
        // Modules cached by a run with the safeguard would hide that it was removed.
        fsModuleCache: !cutOut,
      },
    })),
  },
})
