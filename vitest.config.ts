import { statSync } from 'node:fs'
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { platformTests } from './libs/testing/src/vitest.ts'

/**
 * Files that take longer than their size tells, about the longest first; most wait for processes, outages and clocks.
 * Beside one another they would leave processors idle, and a run that began one last would wait for it alone.
 */
const longFiles = [
  'test/faults/platform',
  // The less the others have written, the less it reads.
  'identity/test/database-dump',
  'scheduling/test/staff-faults',
  'libs/runtime/test/process',
  'embedded-mongo/test/conformance/conformance',
  'test/start/npm-start',
  'scheduling/test/staff-steps',
  'test/faults/safeguards',
  'libs/runtime/test/start',
  'labs/test/billing-faults',
  'gateway/test/route-source',
  'libs/bus/test/crash',
  'libs/bus/test/outages',
  'contract/openapi-rules',
  'pos/test/invoice-stock',
  'libs/bus/test/history',
  'scheduling/test/attachment-faults',
  'libs/mongo/test/crash',
  'security/members',
  'realtime/test/handshake',
  'identity/test/operations',
  'telemetry/traces',
  'libs/bus/test/stalls',
  'embedded-mongo/test/crash',
  'libs/runtime/test/jobs',
  'client/demo',
  'security/ports',
  'libs/rpc/test/replicas',
  'gateway/test/service',
  'storefront/test/workflow-tool',
  'embedded-mongo/test/durability',
]
const rankOf = ({ moduleId }: TestSpecification) =>
  longFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
const sizeOf = ({ moduleId }: TestSpecification) => statSync(moduleId).size

/** How much of the others has begun when the last long file begins. */
const lastBegins = 0.75

/** Spreads the long files over the others, by the size of those: it is the best guess at how long they take. */
class LongFilesSpread extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const others = sorted.filter((file) => rankOf(file) < 0)
    const long = sorted.filter((file) => rankOf(file) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
    const distance = (others.reduce((sum, file) => sum + sizeOf(file), 0) * lastBegins) / long.length
    let size = 0
    let begun = 0
    return others
      .flatMap((file) => {
        const due = long.slice(begun, Math.floor(size / distance) + 1)
        begun += due.length
        size += sizeOf(file)
        return [...due, file]
      })
      .concat(long.slice(begun))
  }
}

/**
 * The whole run is one project, not one for each package: its workers go from package to package and load the libraries
 * once. A package alone (`npm test -- scheduling`) runs by its own configuration.
 */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({
    test: {
      include: ['{libs,services,deploy}/*/**/*.test.ts', '{protos,test,tools}/**/*.test.ts'],
      // Suites in full need more tools. The charts run here because Helm comes from npm and its output is cached.
      exclude: [...configDefaults.exclude, 'tools/new/template/**', 'test/full/!(helm)/**'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      sequence: { sequencer: LongFilesSpread },
    },
  }),
)
