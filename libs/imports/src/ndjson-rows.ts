import { parseJson } from '@wp/http'
import { AppError, invalid } from '@wp/kernel'
import { maxRowLength } from './rows.ts'
import type { ImportRow } from './rows.ts'

/**
 * Yields the rows of an NDJSON file, numbered by line; empty lines are skipped. Only values of the named fields are
 * kept. Throws VALIDATION_FAILED for a line that is too long.
 */
export const readNdjson = async function* (
  text: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<ImportRow> {
  let [rest, row] = ['', 0]
  for await (const chunk of text) {
    const lines = chunk.split('\n')
    lines[0] = rest + lines[0]!
    rest = lines.pop()!
    for (const line of lines) {
      row += 1
      checkLength(line, row)
      if (line.trim() !== '') yield toRow(row, line, names)
    }
    checkLength(rest, row + 1)
  }
  if (rest.trim() !== '') yield toRow(row + 1, rest, names)
}

const checkLength = (line: string, row: number): void => {
  if (line.length > maxRowLength)
    throw invalid('file', `must have at most ${maxRowLength} characters in a row; line ${row} has more`)
}

const toRow = (row: number, line: string, names: ReadonlySet<string>): ImportRow => {
  try {
    const value = parseJson(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { row, problem: 'must be a JSON object' }
    const values = Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)))
    return { row, values }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { row, problem: error.code === 'INVALID_JSON' ? 'must be valid JSON' : error.message }
  }
}
