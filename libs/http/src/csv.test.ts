import { setImmediate as turn } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { csvContent } from './csv.ts'

const readAll = async (stream: Readable): Promise<string> => (await stream.toArray()).join('')

const table = async (cells: (string | number | null)[]): Promise<string> => {
  const rows = (async function* () {
    yield* cells
  })()
  const { data } = csvContent(rows, { cell: (row) => row, twice: (row) => row })
  return readAll(data as Readable)
}

describe('csvContent', () => {
  it('quotes cells where necessary and writes the header row even without rows', async () => {
    expect(await table([])).toBe('cell,twice\r\n')
    expect(await table(['a,b'])).toBe('cell,twice\r\n"a,b","a,b"\r\n')
    expect(await table(['say "hi"\nthere'])).toBe('cell,twice\r\n"say ""hi""\nthere","say ""hi""\nthere"\r\n')
    expect(await table([null, 12.5, 'محل'])).toBe('cell,twice\r\n,\r\n12.5,12.5\r\nمحل,محل\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://a","b")'])(
    'prefixes the text %j with an apostrophe so that it is not read as a formula',
    async (text) => {
      const cell = (await table([text])).split('\r\n')[1]!
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )

  it('does not escape negative numbers', async () => {
    expect(await table([-1.5])).toBe('cell,twice\r\n-1.5,-1.5\r\n')
  })

  it('streams 100,000 rows without reading far ahead of the consumer', async () => {
    let made = 0
    const rows = (async function* () {
      for (; made < 100_000;) yield { number: ++made, text: 'x'.repeat(100) }
    })()
    const { data } = csvContent(rows, { number: ({ number }) => number, text: ({ text }) => text })
    let read = 0
    let maxAhead = 0
    for await (const piece of data as Readable) {
      read += String(piece).split('\r\n').length - 1
      await turn()
      maxAhead = Math.max(maxAhead, made - read)
    }
    expect(read).toBe(100_001)
    expect(maxAhead).toBeLessThan(1000)
  })

  it('reads rows with the request id but no deadline, and stops when the caller disconnects', async () => {
    const seen: unknown[] = []
    let isClosed = false
    const rows = (async function* () {
      try {
        for (;;) {
          seen.push(requestContext.current())
          yield 'x'.repeat(20_000)
        }
      } finally {
        isClosed = true
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
    expect(isClosed).toBe(true)
  })
})
