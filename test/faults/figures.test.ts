import { describe, expect, it } from 'vitest'
import { withRow } from './figures.ts'

const figures = { writes: 10_000, kills: 50, lost: 0, doubled: 0, slowestMs: 1234 }
const namesIn = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|')[1]!.trim())

describe('withRow', () => {
  it('adds rows in the order of their numbers and replaces the row of an earlier run', () => {
    let table = ''
    for (const row of ['R28', 'R1', 'R5', 'R28']) table = withRow(table, row, 'a fault', figures)
    expect(namesIn(table)).toEqual(['R1', 'R5', 'R28'])
    const changed = withRow(table, 'R1', 'a fault', { ...figures, lost: 2 })
    expect(changed).toMatch(/^\| R1 +\| a fault \| 10,000 \| 50 +\| 2 +\| 0 +\| 1\.2 +\|/m)
    expect(changed).toMatch(/^\| R5 +\| a fault \| 10,000 \| 50 +\| 0 +\| 0 +\| 1\.2 +\|/m)
  })
})
