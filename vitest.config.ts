import { configDefaults, defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { platformTests } from './libs/testing/src/vitest.ts'

/** Files that take the better part of a minute each: a run that began one of them last would wait for it alone. */
const isLong = ({ moduleId }: TestSpecification) => /\/test\/(start|faults)\//.test(moduleId)

/** Begins the long files early, one after each third of the others, so that they do not meet each other. */
class LongFilesEarly extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const long = sorted.filter(isLong)
    const others = sorted.filter((file) => !isLong(file))
    const distance = Math.ceil(others.length / (long.length + 1))
    return long
      .flatMap((file, index) => [file, ...others.slice(index * distance, (index + 1) * distance)])
      .concat(others.slice(long.length * distance))
  }
}

/** The charts are rendered here where Helm from npm runs as it is; elsewhere it is emulated at a tenth of its speed, and `npm run test:full` does it. */
const isHelmNative = process.platform === 'linux' && process.arch === 'x64'

/**
 * The whole run is one project, not one for each package: its workers go from package to package and load the libraries
 * once. A package alone (`npm test -- scheduling`) runs by its own configuration.
 */
export default mergeConfig(
  platformTests({ needs: 'all' }),
  defineConfig({
    test: {
      include: ['{libs,services,deploy}/*/**/*.test.ts', '{protos,test}/**/*.test.ts'],
      exclude: [
        ...configDefaults.exclude,
        'test/new/template/**',
        isHelmNative ? 'test/full/!(helm)/**' : 'test/full/**',
      ],
      testTimeout: 30_000,
      hookTimeout: 60_000,
      sequence: { sequencer: LongFilesEarly },
    },
  }),
)
