import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { documents } from './documents.ts'

/** Writes the API documents, what the charts know of the services, and the dashboards; with `--check` it only says whether they are up to date. */
const isCheck = process.argv.includes('--check')
const stale: string[] = []

for (const [name, content] of Object.entries(await documents())) {
  const file = join(root, name)
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (current === content) continue
  if (isCheck) stale.push(name)
  else writeFileSync(file, content)
}

if (stale.length > 0) {
  console.error(
    `${stale.join(' and ')} differ from the code: run npm run docs:generate and commit the result.`,
  )
  process.exitCode = 1
}
