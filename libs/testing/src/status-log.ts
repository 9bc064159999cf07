import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const folder = process.env['WP_COVERAGE_DIR']
const seen = new Set<string>()

/** Records that a test received this status from this route; `npm test` compares it with the declarations. */
export const recordStatus = (routeId: string, status: number): void => {
  const line = `${routeId} ${status}`
  if (!folder || seen.has(line)) return
  seen.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}-${threadId}.txt`), `${line}\n`)
}

/** Returns every `routeId status` recorded in a run. */
export const readStatuses = (dir: string): Set<string> =>
  new Set(
    globSync('*.txt', { cwd: dir }).flatMap((file) =>
      readFileSync(join(dir, file), 'utf8').trim().split('\n'),
    ),
  )
