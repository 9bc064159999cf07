import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { platformTests } from './libs/testing/src/vitest.ts'

/** Files that take the better part of a minute or more, the longest first: a run that began one last would wait for it alone. */
const longFiles = [/\/test\/faults\/platform\./, /\/test\/start\//, /\/test\/faults\/safeguards\./]
const rankOf = ({ moduleId }: TestSpecification) => longFiles.findIndex((long) => long.test(moduleId))

/** Files that take ten seconds and more although they are short, so that vitest, which goes by size, would begin them last. */
const isSlow = ({ moduleId }: TestSpecification) =>
  /\/(conformance|crash|database-dump|operations|process|(attachment|billing|staff)-faults)\.test\.ts$/.test(
    moduleId,
  )

/** Begins the long files early, the longest at once, one after each quarter of the others, so that they do not meet. */
class LongFilesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = sorted.filter((file) => rankOf(file) >= 0).toSorted((a, b) => rankOf(a) - rankOf(b))
    const short = sorted.filter((file) => rankOf(file) < 0)
    const others = [...short.filter(isSlow), ...short.filter((file) => !isSlow(file))]
    const distance = Math.ceil(others.length / (long.length + 1))
    return long
      .flatMap((file, index) => [file, ...others.slice(index * distance, (index + 1) * distance)])
      .concat(others.slice(long.length * distance))
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
      include: ['{libs,services,deploy}/*/**/*.test.ts', '{protos,test}/**/*.test.ts'],
      // What is in full needs more tools, except the charts: what Helm says of them is recorded.
      exclude: [...configDefaults.exclude, 'test/new/template/**', 'test/full/!(helm)/**'],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      sequence: { sequencer: LongFilesEarly },
    },
  }),
)
