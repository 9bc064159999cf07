import { statSync } from 'node:fs'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { platformTests } from './libs/testing/src/vitest.ts'
import { faultTests } from './tools/run/fault-tests.ts'
import { slowTests } from './tools/run/slow-tests.ts'

/**
 * Files that take a long time for their size, longest first; most of them wait for processes, outages and
 * clocks. Running only these in parallel would leave processors idle, and starting one of them last would
 * delay the end of the run.
 */
const longFiles = [
  'client/messages',
  // Runs early, because it reads everything that other tests have written.
  'identity/test/database-dump',
  'contract/openapi-rules',
  'pos/test/invoice-stock',
  'libs/bus/test/history',
  'security/members',
  'realtime/test/handshake',
  'identity/test/operations',
  'telemetry/traces',
  'libs/runtime/test/jobs',
  'security/ports',
  'libs/rpc/test/replicas',
  'gateway/test/service',
  'storefront/test/workflow-tool',
]
const rankOf = ({ moduleId }: TestSpecification) =>
  longFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size

/** The share of other files that start before the last long file. */
const lastStart = 0.75

/** Spreads the long files among the others, whose size is an estimate of their duration. */
class LongFilesSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const others = sorted.filter((file) => rankOf(file) < 0)
    const long = sorted.filter((file) => rankOf(file) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
    const distance = (others.reduce((sum, file) => sum + sizeOf(file), 0) * lastStart) / long.length
    let size = 0
    let started = 0
    return others
      .flatMap((file) => {
        const due = long.slice(started, Math.floor(size / distance) + 1)
        started += due.length
        size += sizeOf(file)
        return [...due, file]
      })
      .concat(long.slice(started))
  }
}

/** `npm run wp -- test faults` sets FULL and runs its files from here. */
const otherSuites = process.env['FULL'] ? [] : [...faultTests, ...slowTests]

/**
 * The whole run is one project, so that workers load the libraries once. A single package (`npm test -- scheduling`) uses its
 * own configuration.
 */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({
    test: {
      include: ['{libs,services,deploy}/*/**/*.test.ts', '{protos,test,tools}/**/*.test.ts'],
      exclude: [...configDefaults.exclude, 'tools/new/template/**', 'test/full/**', ...otherSuites],
      sequence: { sequencer: LongFilesSpread },
    },
  }),
)
