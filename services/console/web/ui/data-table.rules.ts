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
