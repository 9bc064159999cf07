import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '@wp/http'

const folder = process.env['WP_EXAMPLES_DIR']
const maxLength = 6000
const maxRequestLength = 1500
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

/** Tests of limits send texts such as `xxxxxxxx…`, and other tests send markup, which makes poor examples. */
const isOdd = (text: string): boolean => /(.)\1{15}|<\/?script|onerror=/.test(text)

/** Tests of validation also send markup, operators and escapes. They succeed, but are not worth copying. */
const isOddRequest = (text: string): boolean => isOdd(text) || /<i|"\$|__proto__|\\["\\]/.test(text)

const keepBest = (name: string, text: string): void => {
  const file = join(folder!, `${name}.json`)
  if (existsSync(file) && rankOf(readFileSync(file, 'utf8')) >= rankOf(text)) return
  mkdirSync(folder!, { recursive: true })
  // Other workers read the file at the same time.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, text)
  renameSync(unfinished, file)
}

/** Keeps the best example reply per route for `npm run wp -- docs examples`. */
export const recordExample = (routeId: string, status: number, body: unknown): void => {
  if (!folder || status >= 300 || body === null || typeof body !== 'object') return
  const text = JSON.stringify(body)
  if (text.length <= maxLength && !isOdd(text)) keepBest(`${routeId}.${status}`, text)
}

/** Keeps the best body per route that a request succeeded with, without undeclared fields. */
export const recordRequest = (route: Route, status: number, body: unknown): void => {
  if (!folder || status >= 400) return
  const parsed = route.body?.safeParse(body)
  if (!parsed?.success || body === undefined) return
  const text = JSON.stringify(declaredPart(body, parsed.data))
  if (text.length <= maxRequestLength && !isOddRequest(text)) keepBest(`${route.id}.request`, text)
}

/** Returns the sent body without the fields that the schema ignores. */
const declaredPart = (sent: unknown, parsed: unknown): unknown => {
  if (typeof sent !== 'object' || sent === null || typeof parsed !== 'object' || parsed === null) return sent
  if (Array.isArray(sent)) return sent.map((item, at) => declaredPart(item, (parsed as unknown[])[at]))
  return Object.fromEntries(
    Object.entries(sent)
      .filter(([key]) => Object.hasOwn(parsed, key))
      .map(([key, value]) => [key, declaredPart(value, (parsed as Record<string, unknown>)[key])]),
  )
}

const seen = new Set<string>()

const severalRules = new Set([401, 403, 409, 422])

/** Records the codes of the statuses that stand for several rules. */
export const recordCode = (routeId: string, status: number, body: unknown): void => {
  if (!folder || !severalRules.has(status)) return
  const code = (body as { error?: { code: string } } | null)?.error?.code
  if (code === undefined) return
  const line = `${routeId} ${status} ${code}`
  if (seen.has(line)) return
  seen.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, 'codes.txt'), `${line}\n`)
}
