import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const source = import.meta.resolve('./descriptors.ts')

/** Runs code in a process that may have 40 files open, and returns the lines that it prints. */
const runWithFewDescriptors = (code: string): string[] => {
  const script = `import * as descriptors from ${JSON.stringify(source)}; import { openSync } from 'node:fs'; ${code}`
  const command = ['ulimit -n 40; exec "$0" --input-type=module -e "$1"', process.execPath, script]
  return execFileSync('sh', ['-c', ...command], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

describe.runIf(process.platform === 'linux')('descriptorWarnings', () => {
  it('returns a warning when few or no file descriptors are free', () => {
    const [limit, unused, few, none] = runWithFewDescriptors(`
      const print = (value) => process.stdout.write(JSON.stringify(value) + '\\n')
      print(descriptors.descriptorLimit())
      print(descriptors.descriptorWarnings())
      while (descriptors.descriptorWarnings().length === 0) openSync('/dev/null')
      print(descriptors.descriptorWarnings())
      try { for (;;) openSync("/dev/null") } catch {}
      print(descriptors.descriptorWarnings())
    `).map((line) => JSON.parse(line) as unknown)
    expect(limit).toBe(40)
    expect(unused).toEqual([])
    expect(few).toEqual([
      expect.stringMatching(
        /^3\d of 40 file descriptors are in use; close connections or raise the limit \(ulimit -n\)$/,
      ),
    ])
    expect(none).toEqual([
      'All file descriptors are in use; close connections or raise the limit (ulimit -n)',
    ])
  })
})
