import type { CalendarDate, Id } from '@wp/kernel'
import { intersectSpans, subtractSpans } from '../availability/availability.rules.ts'
import type { Span } from '../working-hours/working-hours.rules.ts'

/**
 * A time of a day that can be booked, or is taken. Available members are listed by load, least busy first.
 */
export type OnlineSlot = { start: number; end: number; isFree: boolean; staffIds: Id[] }

/** A day with its free and taken slots. */
export type OnlineDay = { date: CalendarDate; slots: OnlineSlot[] }

type SlotQuery = {
  /** The workspace's open times of the day. */
  open: readonly Span[]
  /** One entry per staff member who performs the service; one without an id in a workspace without staff. */
  members: readonly { id: Id | null; hours: readonly Span[]; busy: readonly Span[] }[]
  durationMinutes: number
  stepMinutes: number
  /** Slots that start earlier in the day can no longer be booked. */
  earliest: number
  /** Minutes that do not exist on this day, because clocks are put forward. */
  skipped: Span | null
}

/**
 * Returns a day's slots, in order. They start in steps from the beginning of each open time. A slot is free when a
 * member has no session in it; `busy` already contains the buffers.
 */
export const listDaySlots = ({
  open,
  members,
  durationMinutes,
  stepMinutes,
  earliest,
  skipped,
}: SlotQuery): OnlineSlot[] => {
  const slots = new Map<number, OnlineSlot>()
  const byLoad = members.toSorted((a, b) => a.busy.length - b.busy.length)
  for (const { id, hours, busy } of byLoad) {
    const worked = intersectSpans(open, hours)
    for (const span of skipped ? subtractSpans(worked, [skipped]) : worked)
      for (let start = span.start; start + durationMinutes <= span.end; start += stepMinutes) {
        if (start < earliest) continue
        const end = start + durationMinutes
        const slot = slots.get(start) ?? { start, end, isFree: false, staffIds: [] }
        slots.set(start, slot)
        if (busy.some((taken) => taken.start < end && start < taken.end)) continue
        slot.isFree = true
        if (id !== null) slot.staffIds.push(id)
      }
  }
  return [...slots.values()].toSorted((a, b) => a.start - b.start)
}

/** Groups times, counted in minutes from a first day, by the days that they touch. */
export const byDay = (busy: readonly Span[]): Map<number, Span[]> => {
  const days = new Map<number, Span[]>()
  for (const { start, end } of busy)
    for (let day = Math.floor(start / 1440); day * 1440 < end; day += 1) {
      const span = { start: start - day * 1440, end: end - day * 1440 }
      const known = days.get(day)
      if (known) known.push(span)
      else days.set(day, [span])
    }
  return days
}
