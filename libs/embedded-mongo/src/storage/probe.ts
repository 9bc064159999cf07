import { TABLES, openStore } from './store.ts'

// Reads a whole store; the exit code tells the parent process whether that succeeded.
const { root, tables } = openStore(process.argv[2]!)
let bytes = 0
for (const table of TABLES)
  for (const { key, value } of tables[table].getRange()) bytes += key.length + value.length
await root.close()
process.exit(bytes >= 0 ? 0 : 1)
