import { addUp, readCount } from './summary.ts'

/** Prints the last line of a CI run: the total of the runs named in the arguments. */
const { passed, failed } = addUp(process.argv.slice(2).map(readCount))
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
