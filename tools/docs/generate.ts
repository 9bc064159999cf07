import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { documents } from './documents.ts'

/** Writes every generated file. With `check`, writes nothing and fails when a file is out of date. */
export const generateDocuments = async ({ check = false } = {}): Promise<void> => {
  const stale: string[] = []
  for (const [name, content] of Object.entries(await documents())) {
    const file = join(root, name)
    const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (current === content) continue
    if (check) stale.push(name)
    else writeFileSync(file, content)
  }
  if (stale.length === 0) return
  console.error(`Out of date: ${stale.join(', ')}. Run npm run wp -- docs and commit the result.`)
  process.exitCode = 1
}
