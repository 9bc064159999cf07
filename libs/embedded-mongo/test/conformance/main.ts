/**
 * Runs the conformance cases against the MongoDB at an address, or against the embedded server when there is no
 * address.
 */
import { FAMILIES } from './families.ts'
import { openTarget } from './runner.ts'

const target = await openTarget(process.argv[2])
const write = (line: string) => process.stdout.write(`${line}\n`)
const failures: string[] = []
let [passed, skipped] = [0, 0]
try {
  write(
    `conformance of ${target.isEmbedded ? 'the embedded server' : target.uri.replace(/\/\/[^@/]*@/, '//')}`,
  )
  for (const family of FAMILIES) {
    const failedBefore = failures.length
    for (const each of family.cases) {
      try {
        if ((await target.runCase(each)) === 'skipped') skipped += 1
        else passed += 1
      } catch (error) {
        failures.push(
          `${family.name}: ${each.name} (${each.page})\n    ${String(error).replaceAll('\n', '\n    ')}`,
        )
      }
    }
    write(
      `${failures.length === failedBefore ? 'ok  ' : 'FAIL'} ${family.name}: ${family.cases.length} cases`,
    )
  }
} finally {
  await target.close()
}
for (const failure of failures) write(`\nFAILED ${failure}`)
write(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped`)
process.exitCode = failures.length > 0 ? 1 : 0
