import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { classNames } from './class-names.ts'
import { activeIndex, rowsBeyond } from './data-table.rules.ts'
import type { ActiveRow } from './data-table.rules.ts'
import styles from './data-table.module.css'
import { SkeletonBar } from './skeleton.tsx'

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** The relative width: a column with 2 is twice as wide as a column with 1. */
  width: number
  /** The minimum width in pixels. Columns with statuses need it, because statuses are not truncated. */
  minWidth?: number
  /** Numbers and amounts are aligned to the end. */
  align?: 'end'
  /**
   * Columns that are hidden where space is limited: `detail` beside a side panel, `secondary` on phones too.
   */
  importance?: 'secondary' | 'detail'
}

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  /** Opens a row, by click or with Enter. */
  onOpen?: (row: Row) => void
  selectedId?: string | null
  /** Called when the end of the list comes near. */
  onEnd?: () => void
  /** Called with the indexes of the first and last visible row. */
  onView?: (first: number, last: number) => void
  isLoading?: boolean
  isLoadingMore?: boolean
}

/** The minimum width of a column with a status. */
export const statusWidth = 124

const rowHeight = 40
const loadAhead = 20

const toTracks = <Row,>(columns: readonly Column<Row>[]): string =>
  columns.map(({ width, minWidth = 0 }) => `minmax(${minWidth}px, ${width}fr)`).join(' ')

const tracks = <Row,>(columns: readonly Column<Row>[]): CSSProperties =>
  ({
    '--columns': toTracks(columns),
    '--columns-medium': toTracks(columns.filter(({ importance }) => importance !== 'detail')),
    '--columns-small': toTracks(columns.filter(({ importance }) => importance === undefined)),
  }) as CSSProperties

const cellClass = ({ align, importance }: Column<never>): string =>
  classNames(
    styles['cell'],
    align === 'end' && styles['end'],
    importance && styles['secondary'],
    importance === 'detail' && styles['detail'],
  )

/**
 * A table that renders only the visible rows, so that it scrolls smoothly with many thousands. The arrow keys, Home and
 * End move between rows, Enter opens one.
 */
export const DataTable = <Row,>(props: Props<Row>) => {
  const { label, columns, rows, idOf, onOpen, selectedId, onEnd, onView, isLoading, isLoadingMore } = props
  const text = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const [activeRow, setActiveRow] = useState<ActiveRow>({ id: null, index: 0 })
  const active = activeIndex(rows, idOf, activeRow)
  const shouldFocus = useRef(false)
  /** The first row of the view when rows were rendered last. */
  const lastStart = useRef(0)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // The active row is always rendered, so that it can take the focus before the list has scrolled to it.
    rangeExtractor: (range) => {
      const overscan = rowsBeyond(range.startIndex - lastStart.current)
      lastStart.current = range.startIndex
      return [...new Set([...defaultRangeExtractor({ ...range, overscan }), active])].toSorted(
        (a, b) => a - b,
      )
    },
  })
  const items = virtual.getVirtualItems()
  const first = virtual.range?.startIndex ?? 0
  const last = virtual.range?.endIndex ?? -1
  useEffect(() => {
    if (rows.length > 0 && last >= rows.length - loadAhead) onEnd?.()
  }, [last, rows.length, onEnd])
  useEffect(() => {
    if (last >= 0) onView?.(first, last)
  }, [first, last, onView])
  useLayoutEffect(() => {
    if (!shouldFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)
    if (!row) return
    shouldFocus.current = false
    row.focus({ preventScroll: true })
  })

  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, index))
    shouldFocus.current = true
    const row = rows[next]
    setActiveRow({ id: row === undefined ? null : idOf(row), index: next })
    virtual.scrollToIndex(next)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: active + 15,
      PageUp: active - 15,
    }
    const row = rows[active]
    if (event.key === 'Enter' && row && onOpen) onOpen(row)
    else if (event.key in moves) moveTo(moves[event.key]!)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={scroller}
      className={styles['scroller']}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-busy={isLoading || undefined}
      style={tracks(columns)}
      tabIndex={rows.length === 0 ? 0 : -1}
    >
      <div role="rowgroup" className={styles['head']}>
        <div role="row" className={styles['row']} aria-rowindex={1}>
          {columns.map((column) => (
            <div key={column.id} role="columnheader" className={cellClass(column as Column<never>)}>
              {column.header}
            </div>
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className={styles['body']}
        style={{ blockSize: isLoading ? rowHeight * 12 : virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {isLoading
          ? Array.from({ length: 12 }, (_, index) => (
              <Line key={index} index={index}>
                {columns.map((column) => (
                  <div key={column.id} role="gridcell" className={cellClass(column as Column<never>)}>
                    <SkeletonBar width={`${35 + ((index * 17 + column.id.length * 13) % 45)}%`} />
                  </div>
                ))}
              </Line>
            ))
          : items.map(({ index, start }) => {
              const row = rows[index]!
              const id = idOf(row)
              return (
                <RecordRow
                  key={id}
                  row={row}
                  index={index}
                  start={start}
                  columns={columns}
                  isActive={index === active}
                  isSelected={onOpen ? id === selectedId : undefined}
                  id={id}
                  onFocus={setActiveRow}
                  onOpen={onOpen}
                />
              )
            })}
      </div>
      {isLoadingMore && (
        <div className={styles['more']} role="status">
          {text('state.loadingMore')}
        </div>
      )}
    </div>
  )
}

type RowProps<Row> = {
  row: Row
  id: string
  index: number
  start: number
  columns: readonly Column<Row>[]
  isActive: boolean
  /** Undefined for rows that cannot be opened. */
  isSelected: boolean | undefined
  onFocus: (row: ActiveRow) => void
  onOpen: ((row: Row) => void) | undefined
}

/** A row is re-rendered only if it changed, not on every scroll. */
const RecordRow = memo(function RecordRow<Row>(props: RowProps<Row>) {
  const { row, id, index, start, columns, isActive, isSelected, onFocus, onOpen } = props
  return (
    <div
      role="row"
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      className={classNames(styles['row'], styles['line'], onOpen && styles['clickable'])}
      style={{ transform: `translateY(${start}px)` }}
      onFocus={() => onFocus({ id, index })}
      onClick={() => onOpen?.(row)}
    >
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className={cellClass(column as Column<never>)}>
          {column.cell(row)}
        </div>
      ))}
    </div>
  )
}) as <Row>(props: RowProps<Row>) => ReactNode

const Line = ({ index, children }: { index: number; children: ReactNode }) => (
  <div
    role="row"
    className={classNames(styles['row'], styles['line'])}
    style={{ transform: `translateY(${index * rowHeight}px)` }}
  >
    {children}
  </div>
)
