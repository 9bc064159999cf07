import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { examplesFile, readExamples } from '@wp/gateway/documents'
import { examplesText, toExample } from './examples.ts'

/** Runs the tests of one package, or all tests, and stores the replies as examples for the API reference. */
export const recordExamples = (args: string[]): void => {
  const folder = join(root, '.examples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const run = spawnSync(process.execPath, [join(root, 'tools/test.ts'), ...args], {
    env: { ...process.env, WP_EXAMPLES_DIR: folder },
    stdio: 'inherit',
  })
  const examples = readExamples()
  for (const file of globSync('*.json', { cwd: folder })) {
    const [routeId = '', status = ''] = file.split('.')
    const reply: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    examples[routeId] = { ...examples[routeId], [status]: toExample(reply) }
  }
  writeFileSync(examplesFile, examplesText(examples))
  rmSync(folder, { recursive: true, force: true })
  console.log(`${Object.keys(examples).length} operations have an example. Now run npm run wp -- docs.`)
  process.exitCode = run.status ?? 1
}
