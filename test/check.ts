import { printFailures, runChecks } from './check/checks.ts'

const results = await runChecks()
printFailures(results)
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
