import { foldText } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'

const secretName = /auth|cookie|secret|token|signature|password|passwd|credential|session|key|jwt|bearer/i
const mask = '***'

/** Masks the values of headers that may contain secrets. */
export const maskSecrets = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, secretName.test(name) ? mask : [value].flat().join(', ')]),
  )

const maxWords = 300
const maxWordLength = 60
const searchedCharacters = 64 * 1024

/** Returns the distinct normalized words at the beginning of a text, at most 300. */
export const toSearchWords = (text: string): string[] => {
  const words = new Set<string>()
  for (const [word] of foldText(text.slice(0, searchedCharacters)).matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word.slice(0, maxWordLength))
    if (words.size === maxWords) break
  }
  return [...words]
}

/** Returns whether the request has any Standard Webhooks header. */
export const isSigned = (headers: IncomingHttpHeaders): boolean =>
  ['webhook-id', 'webhook-timestamp', 'webhook-signature'].some((name) => headers[name] !== undefined)
