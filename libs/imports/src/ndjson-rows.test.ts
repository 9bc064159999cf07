import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { columnsOf } from './columns.ts'
import { readRows } from './read-rows.ts'
import type { ImportRow } from './rows.ts'

const columns = columnsOf(z.object({ name: z.string(), note: z.string().nullable() }))

const read = async (text: string) => {
  const content = Buffer.from(text)
  const open = async function* () {
    for (let at = 0; at < content.length; at += 5) yield content.subarray(at, at + 5)
  }
  const rows: ImportRow[] = []
  for await (const row of readRows({ head: content.subarray(0, 4096), open: open as never }, columns))
    rows.push(row)
  return rows
}

describe('readRows for NDJSON', () => {
  it('returns the known fields of each line, with the number of the line', async () => {
    expect(await read('{"name":"Ärger","x":1}\r\n\n{"name":"B","note":null}')).toEqual([
      { row: 1, values: { name: 'Ärger' } },
      { row: 3, values: { name: 'B', note: null } },
    ])
  })

  it('reports lines that are not objects and continues', async () => {
    expect(await read('{"name":"A"}\n[1]\n{"name"\n{"name":"\\u0000"}\n{"name":"B"}\n')).toEqual([
      { row: 1, values: { name: 'A' } },
      { row: 2, problem: 'must be a JSON object' },
      { row: 3, problem: 'must be valid JSON' },
      { row: 4, problem: expect.stringContaining('NUL') as string },
      { row: 5, values: { name: 'B' } },
    ])
  })

  it('throws VALIDATION_FAILED for a line that is too long', async () => {
    await expect(read(`{"name":"A"}\n{"name":"${'x'.repeat(300_000)}"}`)).rejects.toThrow(
      'file must have at most 262144 characters in a row; line 2 has more',
    )
  })
})
