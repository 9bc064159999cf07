import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import { allRoutes } from '@wp/gateway/contracts'
import { readExamples, readRequests } from '@wp/gateway/documents'
import { examplesText, toExample, toRequestExample } from './examples.ts'

/**
 * Runs the tests of one package, or all tests, and stores requests, replies and error codes as examples for the API
 * reference, in the folder `reference` of each service.
 */
export const recordExamples = async (args: string[]): Promise<void> => {
  const folder = join(root, '.examples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  const run = spawnSync(process.execPath, [join(root, 'tools/test.ts'), ...args], {
    env: { ...process.env, WP_EXAMPLES_DIR: folder },
    stdio: 'inherit',
  })
  const examples = readExamples()
  const requests = readRequests()
  for (const file of globSync('*.json', { cwd: folder })) {
    const [routeId = '', kind = ''] = file.split('.')
    const recorded: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    if (kind === 'request') {
      const { codes = {} } = requests[routeId] ?? {}
      requests[routeId] = { body: toRequestExample(recorded), codes }
    } else examples[routeId] = { ...examples[routeId], [kind]: toExample(recorded) }
  }
  for (const line of readLines(join(folder, 'codes.txt'))) {
    const [routeId = '', status = '', code = ''] = line.split(' ')
    const request = (requests[routeId] ??= { codes: {} })
    request.codes[status] = [...new Set([...(request.codes[status] ?? []), code])].toSorted()
  }
  const operations = Map.groupBy(await allRoutes(), ({ service }) => service)
  for (const [service, routes] of operations) {
    const ids = routes.map(({ route }) => route.id)
    writeRecorded(service, 'examples', examples, ids)
    writeRecorded(service, 'requests', requests, ids)
  }
  rmSync(folder, { recursive: true, force: true })
  console.log(`${Object.keys(examples).length} operations have an example. Now run npm run wp -- docs.`)
  process.exitCode = run.status ?? 1
}

const writeRecorded = (service: string, name: string, all: Record<string, unknown>, ids: string[]): void => {
  const own = Object.fromEntries(ids.filter((id) => id in all).map((id) => [id, all[id]]))
  const folder = join(root, 'services', service, 'reference')
  if (Object.keys(own).length === 0) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.json`), examplesText(own))
}

const readLines = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
