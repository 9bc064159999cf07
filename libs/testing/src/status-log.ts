import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env['WP_COVERAGE_DIR']
const seen = new Set<string>()

/** Notes that a test got this status from this route; `npm test` holds it against what the routes declare. */
export const recordStatus = (routeId: string, status: number): void => {
  const line = `${routeId} ${status}`
  if (!folder || seen.has(line)) return
  seen.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}-${threadId}.txt`), `${line}\n`)
}

/** Every `routeId status` that the tests of a run noted. */
export const readStatuses = (dir: string): Set<string> =>
  new Set(
    globSync('*.txt', { cwd: dir }).flatMap((file) =>
      readFileSync(join(dir, file), 'utf8').trim().split('\n'),
    ),
  )
