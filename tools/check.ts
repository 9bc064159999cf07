import { availableParallelism } from 'node:os'
import { allChecks, runChecks } from './check/checks.ts'
import { ensureBuilt } from './setup/build.ts'

ensureBuilt()
const { failed } = await runChecks(allChecks, availableParallelism())
process.exitCode = failed.length === 0 ? 0 : 1
