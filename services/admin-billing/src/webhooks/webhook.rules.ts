import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'

const secretName = /auth|cookie|secret|token|signature|password|passwd|credential|session|key|jwt|bearer/i
const mask = '***'

/** Headers as they may be kept: the values of those that carry secrets are masked. */
export const masked = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, secretName.test(name) ? mask : [value].flat().join(', ')]),
  )

export type ReadBody = { rawBody: string; encoding: 'utf8' | 'base64'; isJson: boolean }

/** The body as it can be kept; bytes that are no text in base64. */
export const readBody = (bytes: Uint8Array): ReadBody => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!isUtf8(buffer)) return { rawBody: buffer.toString('base64'), encoding: 'base64', isJson: false }
  const rawBody = buffer.toString('utf8')
  return { rawBody, encoding: 'utf8', isJson: isJson(rawBody) }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Deeper values would overflow whoever walks them. */
const shownDepth = 100

/** The JSON value, or the text where it is no JSON or nested too deeply. */
export const shownBody = ({ rawBody, isJson: isValue }: Pick<ReadBody, 'rawBody' | 'isJson'>): unknown =>
  isValue && depthOf(rawBody) <= shownDepth ? (JSON.parse(rawBody) as unknown) : rawBody

/** How deeply JSON text nests; brackets inside strings do not count. */
export const depthOf = (json: string): number => {
  let depth = 0
  let deepest = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at]
    if (isInString) {
      if (char === '\\') at += 1
      else if (char === '"') isInString = false
    } else if (char === '"') isInString = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1))
    else if (char === '}' || char === ']') depth -= 1
  }
  return deepest
}

const maxWords = 300
const maxWordLength = 60
const searchedCharacters = 64 * 1024

/** The different words of a text as they are searched, the first few hundred. */
export const wordsOf = (text: string): string[] => {
  const words = new Set<string>()
  for (const [word] of text
    .slice(0, searchedCharacters)
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word.slice(0, maxWordLength))
    if (words.size === maxWords) break
  }
  return [...words]
}

/** Whether the sender claims to have signed as Standard Webhooks says. */
export const isSigned = (headers: IncomingHttpHeaders): boolean =>
  ['webhook-id', 'webhook-timestamp', 'webhook-signature'].some((name) => headers[name] !== undefined)
