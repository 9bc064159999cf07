import type { RequestBody } from '@wp/http'
import { fixedClock } from '@wp/kernel'
import { inProcess, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { newSalon, unknownId } from './salon.ts'

/** Shared by tests whose requests are all rejected. */
const refusing = newSalon()

describe('/workspace/:workspaceId/holidays', () => {
  it('creates a holiday at midnight UTC, then updates and deletes it', async () => {
    const { api, workspaceId } = await newSalon()
    const made = await api.createHoliday({ name: 'Eid', date: '2027-03-10T22:30:00-05:00' })
    expect(made.status).toBe(201)
    const { holiday } = made.body
    expect(holiday).toMatchObject({
      workspaceId,
      name: 'Eid',
      date: '2027-03-11T00:00:00.000Z',
      anchorDate: '2027-03-11',
      isRecurring: false,
      recurrenceRule: null,
    })
    const params = { holidayId: holiday.id }
    const moved = await api.updateHoliday({ params, body: { date: '2027-03-12' } })
    expect(moved.body.holiday).toMatchObject({ name: 'Eid', date: '2027-03-12T00:00:00.000Z' })
    expect((await api.getHoliday({ params })).body.holiday).toEqual(moved.body.holiday)
    expect((await api.updateHoliday({ params, body: {} })).body.holiday).toMatchObject({ name: 'Eid' })
    expect((await api.deleteHoliday({ params })).status).toBe(204)
    expect(await api.getHoliday({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteHoliday({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateHoliday({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
  })

  it('rejects a recurring holiday without a rule with 422 on create and update', async () => {
    const { api } = await newSalon()
    const refused = await api.createHoliday({ name: 'Eid', date: '2027-03-10', isRecurring: true })
    expect(refused).toFailWith(422, 'VALIDATION_FAILED', { path: 'recurrenceRule' })
    const { holiday } = (await api.createHoliday({ name: 'Eid', date: '2027-03-10' })).body
    const params = { holidayId: holiday.id }
    expect(await api.updateHoliday({ params, body: { isRecurring: true } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'recurrenceRule' },
    )
  })

  it.each([
    ['a day that does not exist', { date: '2027-02-30' }, 400, 'date'],
    ['no date', { date: undefined }, 400, 'date'],
    ['no name', { name: undefined }, 400, 'name'],
    ['a blank name', { name: '' }, 422, 'name'],
    ['an unknown frequency', { recurrenceRule: { frequency: 'hourly' } }, 422, 'recurrenceRule.frequency'],
    [
      'a dayOfWeek above 6',
      { recurrenceRule: { frequency: 'weekly', dayOfWeek: 7 } },
      422,
      'recurrenceRule.dayOfWeek',
    ],
  ])('rejects a holiday with %s', async (_what, fields, status, path) => {
    const { api } = await refusing
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    const body = { name: 'Eid', date: '2027-03-10', ...fields }
    expect(await api.createHoliday.raw({ body })).toFailWith(status, code, { path })
  })

  it('returns 404 for a malformed workspace id and an unknown holiday', async () => {
    const { api } = await newSalon()
    expect(await api.listHolidays({ params: { workspaceId: 'none' } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.getHoliday({ params: { holidayId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })

  it('lists holidays by their next occurrence from today (UTC), including past non-recurring ones', async () => {
    const { token, workspaceId } = await newWorkspace(contract, { planSlug: 'free' })
    const clock = fixedClock('2027-02-01T23:59:59.999Z')
    const running = await inProcess(service, { clock })
    try {
      const api = running.as(contract, { token, workspaceId })
      const recurring = (
        name: string,
        date: string,
        recurrenceRule: RequestBody<typeof contract.createHoliday>['recurrenceRule'],
      ) => api.createHoliday({ name, date, isRecurring: true, recurrenceRule })
      await api.createHoliday({ name: 'past', date: '2020-05-05' })
      await recurring('31st', '2027-01-31', { frequency: 'monthly' })
      await recurring('leap', '2024-02-29', { frequency: 'yearly' })
      await recurring('friday', '2027-01-04', { frequency: 'weekly', dayOfWeek: 5 })
      await recurring('ahead', '2027-02-20', { frequency: 'daily' })
      const dates = async () =>
        (await api.listHolidays()).body.holidays.map(({ name, date }) => `${name} ${date.slice(0, 10)}`)
      const inFebruary = [
        'past 2020-05-05',
        'friday 2027-02-05',
        'ahead 2027-02-20',
        '31st 2027-02-28',
        'leap 2027-02-28',
      ]
      expect(await dates()).toEqual(inFebruary)
      clock.set('2027-03-01T00:00:00.000Z')
      expect(await dates()).toEqual([
        'past 2020-05-05',
        'ahead 2027-03-01',
        'friday 2027-03-05',
        '31st 2027-03-31',
        'leap 2028-02-29',
      ])
    } finally {
      await running.stop()
    }
  })
})
