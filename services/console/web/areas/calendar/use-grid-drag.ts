import { useRef, useState } from 'react'
import type { MouseEvent as ReactMouseEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { dayMinutes, dragTo } from './layout.rules.ts'
import type { DragSource, Place } from './layout.rules.ts'

export type Drag = { source: DragSource; place: Place }

type Options = {
  body: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  /** Called when the pointer is released after a drag. */
  onDrop: (drag: Drag) => void
  /** Called for a click on an empty time. */
  onClick: (column: number, minute: number) => void
}

const threshold = 4
const edge = 36

/**
 * Drags with mouse or pen. Fingers scroll instead and tap to book. Escape ends a drag without effect.
 */
export const useGridDrag = ({ body, scroller, onDrop, onClick }: Options) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const wasDragged = useRef(false)

  const columnAt = (x: number): number => {
    const columns = [...body.current!.querySelectorAll('[data-column]')].map((each) =>
      each.getBoundingClientRect(),
    )
    const distance = ({ left, right }: DOMRect): number => (x < left ? left - x : x > right ? x - right : 0)
    return columns.reduce((best, box, index) => (distance(box) < distance(columns[best]!) ? index : best), 0)
  }
  const minuteAt = (y: number): number => {
    const { top, height } = body.current!.getBoundingClientRect()
    return Math.max(0, Math.min(dayMinutes, ((y - top) / height) * dayMinutes))
  }

  /** Starts a drag; `sourceAt` gets the column and minute under the pointer. */
  const start = (
    event: ReactPointerEvent,
    sourceAt: (column: number, minute: number) => DragSource,
  ): void => {
    if (event.button !== 0 || event.pointerType === 'touch') return
    event.stopPropagation()
    const { clientX, clientY } = event
    const source = sourceAt(columnAt(clientX), minuteAt(clientY))
    let current: Drag | null = null
    const listeners = new AbortController()
    const end = (): void => {
      listeners.abort()
      setDrag(null)
    }
    const onMove = (moved: PointerEvent): void => {
      if (!current && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < threshold) return
      const box = scroller.current!.getBoundingClientRect()
      if (moved.clientY > box.bottom - edge) scroller.current!.scrollBy(0, 12)
      else if (moved.clientY < box.top + edge * 2) scroller.current!.scrollBy(0, -12)
      current = { source, place: dragTo(source, columnAt(moved.clientX), minuteAt(moved.clientY)) }
      setDrag(current)
    }
    const onUp = (): void => {
      end()
      if (current) {
        // The browser reports a click after the drag, which must not open what was dragged.
        wasDragged.current = true
        setTimeout(() => (wasDragged.current = false))
        onDrop(current)
      } else if (source.kind === 'create') onClick(source.column, source.minute)
    }
    const { signal } = listeners
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', end, { signal })
    addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape') return
        pressed.stopPropagation()
        end()
      },
      { signal, capture: true },
    )
  }

  return {
    drag,
    start,
    /** Books where a finger taps. */
    tap: (event: ReactMouseEvent): void => {
      const { pointerType } = event.nativeEvent as PointerEvent
      if (pointerType === 'touch' && event.target === event.currentTarget)
        onClick(columnAt(event.clientX), minuteAt(event.clientY))
    },
    isAfterDrag: (): boolean => wasDragged.current,
  }
}
