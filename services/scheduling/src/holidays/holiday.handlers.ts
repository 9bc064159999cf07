import { handle, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import { HolidayChanged, HolidayRemoved } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { createHoliday, deleteHoliday, getHoliday, listHolidays, updateHoliday } from './holiday.contract.ts'
import { chronological, dayOf, onNextDate, settledRule } from './holiday.rules.ts'

export const holidayHandlers = ({ db, holidays, clock }: Scheduling) => [
  handle(listHolidays, async ({ workspaceId }) =>
    reply(200, { holidays: chronological(await holidays.list(workspaceId), clock.today()) }),
  ),

  handle(createHoliday, async ({ workspaceId, body: { date, ...fields } }) => {
    const anchorDate = dayOf(date)
    const holiday = await db.transaction(async (tx) => {
      const recurrenceRule = settledRule({ anchorDate, ...fields })
      const stored = await holidays.insert(workspaceId, { ...fields, anchorDate, recurrenceRule })
      const created = onNextDate(stored, clock.today())
      tx.publish(HolidayChanged, { workspaceId, data: { holiday: created } })
      return created
    })
    return reply(201, { holiday })
  }),

  handle(getHoliday, async ({ workspaceId, params }) =>
    reply(200, { holiday: onNextDate(await holidays.get(workspaceId, params.holidayId), clock.today()) }),
  ),

  handle(updateHoliday, async ({ workspaceId, params: { holidayId }, body: { date, ...fields } }) => {
    const holiday = await db.transaction(async (tx) => {
      const stored = await holidays.get(workspaceId, holidayId)
      const next = { ...stored, ...fields, ...(date && { anchorDate: dayOf(date) }) }
      const { name, isRecurring, anchorDate } = next
      const recurrenceRule = settledRule(next)
      const updated = await holidays.update(workspaceId, holidayId, {
        name,
        isRecurring,
        anchorDate,
        recurrenceRule,
      })
      const changed = onNextDate(updated ?? stored, clock.today())
      tx.publish(HolidayChanged, { workspaceId, data: { holiday: changed } })
      return changed
    })
    return reply(200, { holiday })
  }),

  handle(deleteHoliday, async ({ workspaceId, params: { holidayId } }) => {
    await db.transaction(async (tx) => {
      if (!(await holidays.remove(workspaceId, holidayId))) throw notFound('Holiday')
      tx.publish(HolidayRemoved, { workspaceId, data: { holidayId } })
    })
    return reply(204)
  }),
]
