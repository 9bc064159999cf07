import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { columnsOf } from './columns.ts'
import { delimiterOf } from './csv-rows.ts'
import { readRows } from './read-rows.ts'
import type { ImportRow } from './rows.ts'

const columns = columnsOf(
  z.object({
    name: z.string(),
    note: z.string().nullable(),
    price: z.number().default(0),
    isActive: z.boolean().optional(),
    tags: z.array(z.string()),
    discount: z
      .object({ kind: z.enum(['fixed']), value: z.number() })
      .nullable()
      .optional(),
  }),
)

/** Returns a file that is read in chunks of a few bytes, so that characters and quotes are split. */
const fileOf = (bytes: Buffer | string, chunkBytes = 3) => {
  const content = Buffer.from(bytes as string)
  return {
    head: content.subarray(0, 4096),
    open: async function* () {
      for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes)
    } as never,
  }
}

const read = async (bytes: Buffer | string) => {
  const rows: ImportRow[] = []
  for await (const row of readRows(fileOf(bytes), columns)) rows.push(row)
  return rows
}

describe('readRows for CSV', () => {
  it('converts cells by the type of their field and omits empty ones', async () => {
    const text = 'NAME,price,isactive,tags,discount.kind,discount.value,note\nMona,12.5,TRUE,a b,fixed,3,\n'
    expect(await read(text)).toEqual([
      {
        row: 2,
        values: {
          name: 'Mona',
          price: 12.5,
          isActive: true,
          tags: ['a', 'b'],
          discount: { kind: 'fixed', value: 3 },
        },
      },
    ])
  })

  it('keeps text that is not a number or boolean, so that validation rejects it', async () => {
    expect(await read('name,price,isActive\nA,1e3,yes')).toEqual([
      { row: 2, values: { name: 'A', price: '1e3', isActive: 'yes' } },
    ])
  })

  it.each([
    ['a comma', 'name,note\nA,"x,y;z"\n', 'x,y;z'],
    ['a semicolon', 'name;note\r\nA;"x;y,z"\r\n', 'x;y,z'],
    ['a tab', 'name\tnote\nA\tx,y;z', 'x,y;z'],
    ['a byte order mark', '\ufeffname,note\nA,ü\n', 'ü'],
    ['quotes and line breaks in a cell', '"name","note"\n"A","say ""hi""\r\nthere"\n', 'say "hi"\r\nthere'],
  ])('reads a file with %s', async (_, text, note) => {
    expect(await read(text)).toEqual([{ row: 2, values: { name: 'A', note } }])
  })

  it('numbers rows as a spreadsheet does and skips empty ones', async () => {
    const rows = await read('name,note\nA,"1\n2\n3"\n\n,\nB,x\n')
    expect(rows.map(({ row }) => row)).toEqual([2, 5])
  })

  it('reports a row with more cells than the header', async () => {
    expect(await read('name,note\nA,b,c\nB,b,,\n')).toEqual([
      { row: 2, problem: 'must have at most 2 cells, like the header' },
      { row: 3, values: { name: 'B', note: 'b' } },
    ])
  })

  it.each([
    [
      'an unknown column',
      'name,surname\nA,B\n',
      'file cannot contain the column surname; allowed columns are name,',
    ],
    ['a column without a name', 'name,\nA,B\n', 'file cannot contain the column number 2 without a name;'],
    ['a repeated column', 'name,Name\nA,B\n', 'file must contain the column name only once'],
    ['a quote that is not closed', 'name,note\nA,"b\n', 'file must be valid CSV; the quotes at line'],
    [
      'text after a quote',
      'name,note\nA,"b"c\n',
      'file must be valid CSV; the quotes at line 2 do not match',
    ],
    [
      'a row that is too long',
      `name\n${'x'.repeat(300_000)}`,
      'file must have at most 262144 characters in a row',
    ],
    ['a NUL character', 'name\nA\0\n', 'file cannot contain NUL characters'],
    ['another encoding', Buffer.from([...Buffer.from('name\n'), 0xe9, 0x0a]), 'file must be text in UTF-8'],
    ['UTF-16', Buffer.from('\ufeffname\nA', 'utf16le'), 'file must be text in UTF-8'],
  ])('throws VALIDATION_FAILED for %s', async (_, content, message) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining(message) as string,
      details: [{ path: 'file' }],
    })
  })

  it('returns cells exactly as they were written, whatever they contain', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', ' ', '𝒳') })
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.tuple(cell, cell), { maxLength: 5 }),
        async (delimiter, newline, written) => {
          const lines = written.map(([name, note]) => [quote(name), quote(note)].join(delimiter))
          const rows = await read([['name', 'note'].join(delimiter), ...lines].join(newline))
          const expected = written
            .map(([name, note]) => ({
              ...(name.trim() !== '' && { name: name.trim() }),
              ...(note.trim() !== '' && { note: note.trim() }),
            }))
            .map((values, index) => ({ row: index + 2, values }))
            .filter(({ values }) => Object.keys(values).length > 0)
          expect(rows).toEqual(expected)
        },
      ),
    )
  })
})

describe('delimiterOf', () => {
  it('ignores delimiters in quotes and after the first line', () => {
    expect(delimiterOf('"a,b,c";d\n1,2,3,4')).toBe(';')
    expect(delimiterOf('name\na;b')).toBe(',')
  })
})
