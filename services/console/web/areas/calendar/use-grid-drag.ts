import { useEffect, useRef, useState } from 'react'
import type { MouseEvent as ReactMouseEvent, PointerEvent as ReactPointerEvent, RefObject } from 'react'
import { dayMinutes, dragTo } from './layout.rules.ts'
import type { DragSource, Place } from './layout.rules.ts'

export type Drag = { source: DragSource; place: Place }

type Options = {
  body: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  /** Called when the pointer is released after a drag. */
  onDrop: (drag: Drag) => void
  /** Called for a click on an empty time slot. */
  onClick: (column: number, minute: number) => void
}

const threshold = 4
const edge = 36
/** How long a finger must rest before it drags, and how far it may move in the meantime. */
const holdMs = 350
const holdSlop = 8

/**
 * Drags with mouse or pen, or with a finger that rests first; otherwise fingers scroll, and tap to book. Escape ends a
 * drag without effect.
 */
export const useGridDrag = ({ body, scroller, onDrop, onClick }: Options) => {
  const [dragged, setDragged] = useState<Drag | null>(null)
  const wasDragged = useRef(false)
  // Browsers scroll with a finger unless the first movement is prevented, which needs a listener that is not passive.
  const isFingerDragging = useRef(false)
  useEffect(() => {
    const element = body.current
    const keepStill = (event: Event): void => {
      if (isFingerDragging.current) event.preventDefault()
    }
    element?.addEventListener('touchmove', keepStill, { passive: false })
    element?.addEventListener('contextmenu', keepStill)
    return () => {
      element?.removeEventListener('touchmove', keepStill)
      element?.removeEventListener('contextmenu', keepStill)
    }
  }, [body])

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
    if (event.button !== 0) return
    event.stopPropagation()
    const { clientX, clientY } = event
    const begin = (): void => drag(clientX, clientY, sourceAt)
    if (event.pointerType === 'touch') afterHold(clientX, clientY, begin)
    else begin()
  }

  /** Calls `begin` once a finger has rested. Moving, lifting and scrolling end the wait. */
  const afterHold = (clientX: number, clientY: number, begin: () => void): void => {
    const listeners = new AbortController()
    const { signal } = listeners
    const timer = setTimeout(() => {
      listeners.abort()
      isFingerDragging.current = true
      begin()
    }, holdMs)
    const giveUp = (): void => {
      clearTimeout(timer)
      listeners.abort()
    }
    addEventListener(
      'pointermove',
      (moved) => {
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > holdSlop) giveUp()
      },
      { signal },
    )
    addEventListener('pointerup', giveUp, { signal })
    addEventListener('pointercancel', giveUp, { signal })
  }

  const drag = (
    clientX: number,
    clientY: number,
    sourceAt: (column: number, minute: number) => DragSource,
  ): void => {
    const source = sourceAt(columnAt(clientX), minuteAt(clientY))
    let current: Drag | null = null
    const listeners = new AbortController()
    const end = (): void => {
      listeners.abort()
      isFingerDragging.current = false
      setDragged(null)
    }
    const onMove = (moved: PointerEvent): void => {
      if (!current && Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < threshold) return
      const box = scroller.current!.getBoundingClientRect()
      if (moved.clientY > box.bottom - edge) scroller.current!.scrollBy(0, 12)
      else if (moved.clientY < box.top + edge * 2) scroller.current!.scrollBy(0, -12)
      current = { source, place: dragTo(source, columnAt(moved.clientX), minuteAt(moved.clientY)) }
      setDragged(current)
    }
    // A finger hides the dragged session, so the position is shown before it moves.
    if (isFingerDragging.current)
      setDragged({ source, place: dragTo(source, columnAt(clientX), minuteAt(clientY)) })
    const onUp = (): void => {
      end()
      if (current) {
        // The browser reports a click after the drag, which must not open the dragged session.
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
    drag: dragged,
    start,
    /** Books where a finger taps. */
    tap: (event: ReactMouseEvent): void => {
      const { pointerType } = event.nativeEvent as PointerEvent
      if (pointerType === 'touch' && !wasDragged.current && event.target === event.currentTarget)
        onClick(columnAt(event.clientX), minuteAt(event.clientY))
    },
    isAfterDrag: (): boolean => wasDragged.current,
  }
}
