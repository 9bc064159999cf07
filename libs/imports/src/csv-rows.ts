import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { invalid } from '@wp/kernel'
import type { AppError } from '@wp/kernel'
import { CsvError, parse } from 'csv-parse'
import { toValues } from './columns.ts'
import type { Column } from './columns.ts'
import { maxRowLength } from './rows.ts'
import type { ImportRow } from './rows.ts'

type Record = { record: string[]; info: { records: number; empty_lines: number } }

/**
 * Yields the rows of a CSV file (RFC 4180) by the columns in its header. `head` is the beginning of the text, which
 * contains the header. Rows are numbered as in a spreadsheet, where the header is row 1. Throws VALIDATION_FAILED for
 * unknown columns and for quotes that do not match.
 */
export const readCsv = async function* (
  text: AsyncIterable<string>,
  head: string,
  columns: readonly Column[],
): AsyncGenerator<ImportRow> {
  const parser = parse({
    delimiter: delimiterOf(head),
    info: true,
    max_record_size: maxRowLength,
    relax_column_count: true,
    skip_empty_lines: true,
  })
  // A failure also destroys the parser, so that the loop throws it.
  pipeline(Readable.from(text), parser).catch(() => undefined)
  let header: Column[] | null = null
  try {
    for await (const { record, info } of parser as AsyncIterable<Record>) {
      if (!header) header = toHeader(record, columns)
      else if (record.some((cell) => cell.trim() !== ''))
        yield toRow(info.records + info.empty_lines, header, record)
    }
  } catch (error) {
    throw error instanceof CsvError ? toInvalid(error) : error
  } finally {
    parser.destroy()
  }
}

const toRow = (row: number, header: readonly Column[], cells: readonly string[]): ImportRow =>
  cells.slice(header.length).some((cell) => cell.trim() !== '')
    ? { row, problem: `must have at most ${header.length} cells, like the header` }
    : { row, values: toValues(header, cells) }

/** Returns the columns of the header, whose names may differ in case. */
const toHeader = (names: readonly string[], columns: readonly Column[]): Column[] => {
  const known = new Map(columns.map((column) => [column.name.toLowerCase(), column]))
  const found = names.map((name) => known.get(name.trim().toLowerCase()))
  const unknown = names.flatMap((name, index) =>
    found[index]
      ? []
      : [name.trim() === '' ? `number ${index + 1} without a name` : name.trim().slice(0, 100)],
  )
  if (unknown.length > 0) throw unknownColumns(unknown, columns)
  const repeated = found.find((column, index) => found.indexOf(column) !== index)
  if (repeated) throw invalid('file', `must contain the column ${repeated.name} only once`)
  return found as Column[]
}

const unknownColumns = (names: readonly string[], columns: readonly Column[]): AppError => {
  const listed = names.slice(0, 10).join(', ')
  const allowed = columns.map(({ name }) => name).join(', ')
  return invalid('file', `cannot contain the column ${listed}; allowed columns are ${allowed}`)
}

const toInvalid = (error: CsvError): AppError => {
  const line = String((error as CsvError & { lines?: number }).lines ?? 1)
  return error.code === 'CSV_MAX_RECORD_SIZE'
    ? invalid('file', `must have at most ${maxRowLength} characters in a row; line ${line} has more`)
    : invalid('file', `must be valid CSV; the quotes at line ${line} do not match`)
}

const delimiters = [',', ';', '\t']

/** Returns the delimiter that occurs most often in the first line, outside quotes. */
export const delimiterOf = (head: string): string => {
  const [line = ''] = head.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/)
  const count = (delimiter: string): number => line.split(delimiter).length
  return delimiters.reduce((best, each) => (count(each) > count(best) ? each : best))
}
