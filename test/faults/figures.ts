import { toTable } from '@wp/tools/markdown'
import { isFull, seed } from './scene.ts'
import { writeFigures } from './write-figures.ts'

type FaultFigures = {
  /** Acknowledged writes. */
  writes: number
  kills: number
  lost: number
  doubled: number
  /** The longest time after a fault until everything works again. */
  slowestMs: number
}

const head = ['Row', 'Fault', 'Writes', 'Kills', 'Lost', 'Doubled', 'Slowest recovery (s)', 'Seed', 'Date']
/** The table starts with the names of its columns and a line. */
const headLines = 2

/** Writes the figures of a row into the table of docs/reliability.md. A run with small counts writes none. */
export const recordFigures = (row: string, fault: string, figures: FaultFigures): void => {
  if (isFull) writeFigures('faults', (before) => withRow(before, row, fault, figures))
}

/** Returns the table with the row added or replaced. */
export const withRow = (table: string, row: string, fault: string, figures: FaultFigures): string => {
  const { writes, kills, lost, doubled, slowestMs } = figures
  const rows = table
    .split('\n')
    .slice(headLines)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([name]) => name !== undefined && name !== row)
  const numbers = [writes, kills, lost, doubled].map((count) => count.toLocaleString('en'))
  const date = new Date().toISOString().slice(0, 10)
  rows.push([row, fault, ...numbers, (slowestMs / 1000).toFixed(1), String(seed), date])
  return toTable(
    head,
    rows.toSorted(([one = ''], [other = '']) => one.localeCompare(other, 'en', { numeric: true })),
  )
}
