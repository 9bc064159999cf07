import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { requestContext } from '@wp/telemetry'
import { preferredType } from './preferred-type.ts'
import { content, reply } from './reply.ts'
import type { Content } from './reply.ts'

type Cell = string | number | null

/** The columns of a table by their headings, each with what it shows of a row. */
export type CsvColumns<Row> = Readonly<Record<string, (row: Row) => Cell>>

const pieceLength = 16 * 1024

/**
 * Rows as CSV (RFC 4180), sent while they are read: only a few kilobytes are held at a time, and the reading stops when
 * the caller goes. Text that a spreadsheet would take for a formula gets an apostrophe in front. A large table may take
 * longer than a request is allowed to; a failure after the first rows cuts the connection.
 */
export const csvContent = <Row>(rows: AsyncIterable<Row>, columns: CsvColumns<Row>): Content =>
  content(
    'text/csv; charset=utf-8',
    Readable.from(withoutDeadline(toPieces(rows, columns)), { highWaterMark: 1 }),
  )

/** Whether a list that can also be a table is wanted as one. */
export const prefersCsv = (headers: Pick<IncomingHttpHeaders, 'accept'>): boolean =>
  preferredType(headers, ['application/json', 'text/csv']) === 'text/csv'

/** Rows as a table to save: 200 with the name of its file, `<name>.csv`. */
export const csvReply = <Row>(name: string, rows: AsyncIterable<Row>, columns: CsvColumns<Row>) =>
  reply(200, csvContent(rows, columns), {
    headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
  })

const toPieces = async function* <Row>(
  rows: AsyncIterable<Row>,
  columns: CsvColumns<Row>,
): AsyncGenerator<string> {
  const cells = Object.values(columns)
  let piece = toLine(Object.keys(columns))
  for await (const row of rows) {
    piece += toLine(cells.map((cell) => cell(row)))
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** The reading goes on under the name of its request, without its deadline. */
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
