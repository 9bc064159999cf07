import { setImmediate as turn } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { requestContext } from '@wp/telemetry'
import { expect, test } from 'vitest'
import { csvContent } from './csv.ts'

const readAll = async (stream: Readable): Promise<string> => (await stream.toArray()).join('')

const table = async (cells: (string | number | null)[]): Promise<string> => {
  const rows = (async function* () {
    yield* cells
  })()
  const { data } = csvContent(rows, { cell: (row) => row, twice: (row) => row })
  return readAll(data as Readable)
}

test('cells are quoted where they must be, and a table without rows has its headings', async () => {
  expect(await table([])).toBe('cell,twice\r\n')
  expect(await table(['a,b'])).toBe('cell,twice\r\n"a,b","a,b"\r\n')
  expect(await table(['say "hi"\nthere'])).toBe('cell,twice\r\n"say ""hi""\nthere","say ""hi""\nthere"\r\n')
  expect(await table([null, 12.5, 'محل'])).toBe('cell,twice\r\n,\r\n12.5,12.5\r\nمحل,محل\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://a","b")'])(
  'the text %j is no formula any more',
  async (text) => {
    const cell = (await table([text])).split('\r\n')[1]!
    expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
  },
)

test('a negative number stays a number', async () => {
  expect(await table([-1.5])).toBe('cell,twice\r\n-1.5,-1.5\r\n')
})

test('100,000 rows are all there, and never far ahead of who reads them', async () => {
  let made = 0
  const rows = (async function* () {
    for (; made < 100_000;) yield { number: ++made, text: 'x'.repeat(100) }
  })()
  const { data } = csvContent(rows, { number: ({ number }) => number, text: ({ text }) => text })
  let read = 0
  let furthest = 0
  for await (const piece of data as Readable) {
    read += String(piece).split('\r\n').length - 1
    await turn()
    furthest = Math.max(furthest, made - read)
  }
  expect(read).toBe(100_001)
  expect(furthest).toBeLessThan(1000)
})

test('reading outlives the deadline of its request and keeps its name; it stops when the caller goes', async () => {
  const seen: unknown[] = []
  let isOver = false
  const rows = (async function* () {
    try {
      for (;;) {
        seen.push(requestContext.current())
        yield 'x'.repeat(20_000)
      }
    } finally {
      isOver = true
    }
  })()
  const data = requestContext.run({ requestId: 'r1', deadline: 1 }, () => {
    return csvContent(rows, { text: (row) => row }).data as Readable
  })
  await requestContext.run({ requestId: 'r2', deadline: 1 }, async () => {
    for await (const piece of data) {
      expect(piece).toBeDefined()
      break
    }
  })
  expect(seen[0]).toEqual({ requestId: 'r1' })
  expect(isOver).toBe(true)
})
