/** The rows rendered beyond each end of the view, so that scrolling shows no gaps. */
const rowsBeyondView = 6

/**
 * Returns how many rows to render beyond each end of the view, after it moved by a number of rows. None when it jumps
 * over them: they would be replaced before anyone sees them, and cost as much time as those in view.
 */
export const rowsBeyond = (moved: number): number =>
  Math.abs(moved) > 2 * rowsBeyondView ? 0 : rowsBeyondView

/** The row that has the focus or had it last; no id before any row had it. */
export type ActiveRow = { id: string | null; index: number }

/** Returns where the active row is now. If it was removed, the row that took its place becomes active. */
export const activeIndex = <Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  { id, index }: ActiveRow,
): number => {
  const atIndex = rows[index]
  const isThere = id === null || (atIndex !== undefined && idOf(atIndex) === id)
  const moved = isThere ? index : rows.findIndex((row) => idOf(row) === id)
  return Math.max(0, Math.min(moved === -1 ? index : moved, rows.length - 1))
}
