import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'
import type { RecordedExamples } from '@wp/gateway/api-guide'

export const examplesFile = join(root, 'services/gateway/assets/examples.json')

/** The replies that tests recorded: `npm run wp -- docs examples` records them anew. */
export const readExamples = (): RecordedExamples =>
  JSON.parse(readFileSync(examplesFile, 'utf8')) as RecordedExamples

/** What a reader must not take for a secret of somebody. */
const secrets = /token|secret|password|code|uri|otpauth|qr|feedUrl/i
const mostItems = 2

/** A reply as it is shown: lists with two items at most, secrets left out. */
export const toExample = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.slice(0, mostItems).map((item) => toExample(item, name))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toExample(inner, key)]))
  return typeof value === 'string' && isSecret(name, value) ? '…' : value
}

const isSecret = (name: string, value: string): boolean =>
  /^ey[\w-]+\.ey/.test(value) ||
  (secrets.test(name) && value.length >= 6 && /\d/.test(value) && !/^\d{4}-/.test(value))
