import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { requestContext } from '@wp/telemetry'
import { preferredType } from './preferred-type.ts'
import { content, reply } from './reply.ts'
import type { Content } from './reply.ts'

type Cell = string | number | null

/** Maps each column heading to a function that returns the column's cell for a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const chunkLength = 16 * 1024

/**
 * Streams rows as CSV (RFC 4180): only a few kilobytes are held in memory, and reading stops when the caller
 * disconnects. Text that a spreadsheet would read as a formula gets a leading apostrophe. The request timeout does
 * not apply; a failure after the first rows closes the connection.
 */
export const csvContent = <Row>(rows: AsyncIterable<Row>, columns: CsvColumns<Row>): Content =>
  content(
    'text/csv; charset=utf-8',
    Readable.from(withoutDeadline(toChunks(rows, columns)), { highWaterMark: 1 }),
  )

/** Returns whether `Accept` prefers CSV over JSON. */
export const prefersCsv = (headers: Pick<IncomingHttpHeaders, 'accept'>): boolean =>
  preferredType(headers, ['application/json', 'text/csv']) === 'text/csv'

/** Returns a 200 reply that downloads the rows as `<name>.csv`. */
export const csvReply = <Row>(name: string, rows: AsyncIterable<Row>, columns: CsvColumns<Row>) =>
  reply(200, csvContent(rows, columns), {
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
  })

const toChunks = async function* <Row>(
  rows: AsyncIterable<Row>,
  columns: CsvColumns<Row>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  let chunk = toLine(Object.keys(columns))
  for await (const row of rows) {
    chunk += toLine(cells.map((cell) => cell(row)))
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Reads rows with the request's id but without its deadline. */
const withoutDeadline = <Item>(items: AsyncGenerator<Item>): AsyncIterable<Item> => {
  const { requestId = 'csv', workspaceId } = requestContext.current() ?? {}
  const context = { requestId, ...(workspaceId !== undefined && { workspaceId }) }
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => requestContext.run(context, () => items.next()),
      return: () => requestContext.run(context, () => items.return(undefined)),
    }),
  }
}

const toLine = (cells: readonly Cell[]): string => `${cells.map(toText).join(',')}\r\n`

const toText = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
