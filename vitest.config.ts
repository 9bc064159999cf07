import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

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

export default defineConfig({
  test: {
    projects: ['libs/*', 'protos', 'deploy/local', 'services/*', 'test'],
    passWithNoTests: true,
    teardownTimeout: 60_000,
    sequence: { sequencer: LongFilesEarly },
  },
})
