import { addUp, readCount } from './summary.ts'

/** The last line of CI: what the runs named in the arguments counted, added up. */
const { passed, failed } = addUp(process.argv.slice(2).map(readCount))
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
