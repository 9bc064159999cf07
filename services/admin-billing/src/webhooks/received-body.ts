import { isUtf8 } from 'node:buffer'

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
