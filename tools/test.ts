import { runTests } from './run/test.ts'

const [wanted, ...filters] = process.argv.slice(2)
await runTests(wanted, filters)
