import { reply } from '@wp/http'
import { toDay } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import * as routes from './holiday.contract.ts'
import { publishHolidayChanged, publishHolidayRemoved } from './holiday.events.ts'
import { checkHolidayCount, recurrenceRuleFor } from './holiday.rules.ts'
import { toCalendar, toHoliday } from './holiday.view.ts'

export const holidayHandlers = ({
  db,
  holidays,
  clock,
}: Pick<SchedulingDeps, 'db' | 'holidays' | 'clock'>) => [
  handle(routes.listHolidays, async ({ workspaceId }) =>
    reply(200, { holidays: toCalendar(await holidays.list(workspaceId), clock.today()) }),
  ),

  handle(routes.createHoliday, async ({ workspaceId, body: { date, ...fields } }) => {
    const recurrenceRule = recurrenceRuleFor(fields)
    const holiday = await db.transaction(async (tx) => {
      checkHolidayCount(await holidays.count(workspaceId, fields.isRecurring), fields.isRecurring)
      const created = await holidays.insert(workspaceId, {
        ...fields,
        recurrenceRule,
        anchorDate: toDay(date),
      })
      publishHolidayChanged(tx, 'created', created, clock.today())
      return created
    })
    return reply(201, { holiday: toHoliday(holiday, clock.today()) })
  }),

  handle(routes.getHoliday, async ({ workspaceId, params }) =>
    reply(200, { holiday: toHoliday(await holidays.get(workspaceId, params.holidayId), clock.today()) }),
  ),

  handle(routes.updateHoliday, async ({ workspaceId, params: { holidayId }, body: { date, ...fields } }) => {
    const holiday = await db.transaction(async (tx) => {
      const before = await holidays.get(workspaceId, holidayId)
      const { isRecurring = before.isRecurring } = fields
      if (isRecurring !== before.isRecurring)
        checkHolidayCount(await holidays.count(workspaceId, isRecurring), isRecurring)
      const recurrenceRule = recurrenceRuleFor({ ...before, ...fields })
      const changes = { ...fields, recurrenceRule, ...(date && { anchorDate: toDay(date) }) }
      const updated = await holidays.update(workspaceId, holidayId, changes)
      publishHolidayChanged(tx, 'updated', updated, clock.today())
      return updated
    })
    return reply(200, { holiday: toHoliday(holiday, clock.today()) })
  }),

  handle(routes.deleteHoliday, async ({ workspaceId, params: { holidayId } }) => {
    await db.transaction(async (tx) => {
      const removed = await holidays.remove(workspaceId, holidayId)
      publishHolidayRemoved(tx, removed, clock.today())
    })
    return reply(204)
  }),
]
