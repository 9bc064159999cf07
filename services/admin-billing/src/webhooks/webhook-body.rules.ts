export type ParsedBody = { rawBody: string; encoding: 'utf8' | 'base64'; isJson: boolean }

/** Converts a body for storage; bytes that are not UTF-8 become base64. */
export const parseBody = (bytes: Uint8Array): ParsedBody => {
  const text = decodeText(bytes)
  if (text === null)
    return { rawBody: Buffer.from(bytes).toString('base64'), encoding: 'base64', isJson: false }
  return { rawBody: text, encoding: 'utf8', isJson: isJson(text) }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decodeText = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Deeper nesting would overflow the stack of recursive code. */
const maxDepth = 100

/** Returns the parsed JSON, or the text when it is not JSON or is nested too deeply. */
export const toBodyValue = ({ rawBody, isJson: isValue }: Pick<ParsedBody, 'rawBody' | 'isJson'>): unknown =>
  isValue && jsonDepth(rawBody) <= maxDepth ? (JSON.parse(rawBody) as unknown) : rawBody

/** Returns the nesting depth of JSON text; brackets inside strings do not count. */
export const jsonDepth = (json: string): number => {
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
