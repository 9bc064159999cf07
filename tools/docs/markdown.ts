import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.ts'

type Row = readonly (string | number)[]

/** Returns a table as oxfmt formats it. */
export const toTable = (head: Row, rows: readonly Row[]): string => {
  const widths = head.map((name, at) => Math.max(...[name, ...rows.map((row) => row[at]!)].map(lengthOf)))
  const toLine = (cells: Row) =>
    `| ${cells.map((cell, at) => String(cell).padEnd(widths[at]!)).join(' | ')} |`
  return [toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...rows.map(toLine)].join('\n')
}

const lengthOf = (cell: string | number): number => String(cell).length

/**
 * Replaces the text of a page between the comments `<!-- name -->` and `<!-- end of name -->`. Throws when the page
 * does not contain them.
 */
export const replacePart = (page: string, name: string, text: string): string =>
  changePart(page, name, () => text)

/** Returns the page with the text between these comments changed. Throws like `replacePart`. */
export const changePart = (page: string, name: string, change: (before: string) => string): string => {
  const part = new RegExp(`(?<=<!-- ${name}(?:: [^\n]*)? -->\n\n)[^]*?(?=\n\n<!-- end of ${name} -->)`)
  const before = readFileSync(join(root, page), 'utf8')
  if (!part.test(before))
    throw new Error(`${page} must contain the comments <!-- ${name} --> and <!-- end of ${name} -->`)
  return before.replace(part, change)
}
