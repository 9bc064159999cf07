import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['WP_EXAMPLES_DIR']
const longest = 6000

/** Keeps the fullest reply of each route that is not too long to read; `npm run wp -- docs examples` collects them. */
export const recordExample = (routeId: string, status: number, body: unknown): void => {
  if (!folder || status >= 300 || body === null || typeof body !== 'object') return
  const text = JSON.stringify(body)
  if (text.length > longest) return
  const file = join(folder, `${routeId}.${status}.json`)
  if (existsSync(file) && readFileSync(file, 'utf8').length >= text.length) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text)
}
