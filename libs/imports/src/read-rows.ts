import type { UploadedFile } from '@wp/http'
import { invalid } from '@wp/kernel'
import type { Column } from './columns.ts'
import { readCsv } from './csv-rows.ts'
import { readNdjson } from './ndjson-rows.ts'
import type { ImportRow } from './rows.ts'

/**
 * Yields the rows of an uploaded file without holding it in memory. A file that begins with `{` is NDJSON, others are
 * CSV. Throws VALIDATION_FAILED for a file that is neither.
 */
export const readRows = (
  file: Pick<UploadedFile, 'head' | 'open'>,
  columns: readonly Column[],
): AsyncIterable<ImportRow> => {
  const head = new TextDecoder().decode(file.head).trimStart()
  const text = decode(file.open() as AsyncIterable<Buffer>)
  return head.startsWith('{')
    ? readNdjson(text, new Set(columns.map(({ path }) => path[0]!)))
    : readCsv(text, head, columns)
}

/** Decodes UTF-8, with or without a byte order mark. */
const decode = async function* (bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for await (const chunk of bytes) yield decoded(() => decoder.decode(chunk, { stream: true }))
  yield decoded(() => decoder.decode())
}

const decoded = (decodeChunk: () => string): string => {
  const text = toText(decodeChunk)
  if (text.includes('\0')) throw invalid('file', 'cannot contain NUL characters')
  return text
}

const toText = (decodeChunk: () => string): string => {
  try {
    return decodeChunk()
  } catch {
    throw invalid('file', 'must be text in UTF-8')
  }
}
