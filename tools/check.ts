import { availableParallelism } from 'node:os'
import { allChecks, runChecks } from './check/checks.ts'

const { failed } = await runChecks(allChecks, availableParallelism())
process.exitCode = failed === 0 ? 0 : 1
