export type ParsedBody = { rawBody: string; encoding: 'utf8' | 'base64'; isJson: boolean }

/** The body as it can be kept; bytes that are no text in base64. */
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

/** Deeper values would overflow whoever walks them. */
const shownDepth = 100

/** The JSON value, or the text where it is no JSON or nested too deeply. */
export const toShownBody = ({ rawBody, isJson: isValue }: Pick<ParsedBody, 'rawBody' | 'isJson'>): unknown =>
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
