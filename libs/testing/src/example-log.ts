import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.env['WP_EXAMPLES_DIR']
const maxLength = 6000
const maxItems = 3

type Listed = { pagination?: { total?: unknown } }

/** Returns whether all lists are short and the total equals the number of items shown. */
const isSmall = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length <= maxItems && value.every(isSmall)
  if (value === null || typeof value !== 'object') return true
  const total = (value as Listed).pagination?.total
  const lists = Object.values(value).filter((each) => Array.isArray(each))
  if (typeof total === 'number' && !lists.some(({ length }) => length === total)) return false
  return Object.values(value).every(isSmall)
}

/** Ranks a reply by its value as an example: the longest small reply wins, or the shortest if none is small. */
const rankOf = (text: string): number => {
  const value: unknown = JSON.parse(text)
  return isSmall(value) ? text.length : -text.length
}

/** Keeps the best example reply per route for `npm run wp -- docs examples`. */
export const recordExample = (routeId: string, status: number, body: unknown): void => {
  if (!folder || status >= 300 || body === null || typeof body !== 'object') return
  const text = JSON.stringify(body)
  if (text.length > maxLength) return
  const file = join(folder, `${routeId}.${status}.json`)
  if (existsSync(file) && rankOf(readFileSync(file, 'utf8')) >= rankOf(text)) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, text)
}
