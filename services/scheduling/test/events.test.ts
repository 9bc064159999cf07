import { eventsOf, openBus } from '@wp/bus'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { eventually, inProcess, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { newRole, newSalon } from './salon.ts'

const events = eventsOf(contract)

describe('scheduling events', () => {
  it('publishes every declared event with the workspace id and a valid payload', async () => {
    const salon = await newSalon()
    const roleId = await newRole(salon)
    const running = await inProcess(service)
    const bus = await openBus({
      url: running.natsUrl,
      service: 'listener',
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      clock: systemClock,
    })
    const heard = new Map<string, string | null>()
    const faults: unknown[] = []
    const following = await bus.follow({
      events,
      startTime: new Date(Date.now() - 60_000),
      handle: async ({ type, workspaceId, data }) => {
        heard.set(type, workspaceId)
        const known = events.find((event) => event.type === type)
        const parsed = known?.data.safeParse(data)
        if (!parsed?.success) faults.push({ type, data })
      },
      onAlive: () => undefined,
    })
    try {
      const api = running.as(contract, salon)
      const { service: cut } = (await api.createService({ name: 'Cut' })).body
      const { client } = (await api.createClient({ name: 'Ali', email: 'ali@example.com' })).body
      const { holiday } = (await api.createHoliday({ name: 'Eid', date: '2027-03-10' })).body
      const { field } = (await api.createStaffField({ key: 'badge', label: 'Badge', type: 'text' })).body
      const email = `${uniqueName('staff')}@shop.example`
      const { staff } = (await api.createStaff({ name: 'Mona', email, roleId })).body
      const booking = {
        name: 'Visit',
        clientId: client.id,
        serviceIds: [cut.id],
        date: '2027-03-10',
        startTime: '09:00',
      }
      const { session } = (await api.createSession(booking)).body
      const { task } = (await api.createTask({ title: 'Sweep', staffId: staff.id })).body
      const author = { authorId: salon.workspaceId, authorType: 'workspace', authorName: 'Owner' } as const
      const taskParams = { staffId: staff.id, taskId: task.id }
      await api.createTaskComment({ params: taskParams, body: { ...author, body: 'Thanks' } })
      await api.updateService({ params: { serviceId: cut.id }, body: { name: 'Haircut' } })
      await api.updateClient({ params: { clientId: client.id }, body: { name: 'Ali Hassan' } })
      await api.updateStaff({ params: { staffId: staff.id }, body: { name: 'Mona Said' } })
      await api.createCalendarFeed({ params: { staffId: staff.id } })
      await api.deleteTask({ params: { taskId: task.id } })
      await api.deleteSession({ params: { sessionId: session.id } })
      await api.deleteStaff({ params: { staffId: staff.id } })
      await api.deleteStaffField({ params: { fieldId: field.id } })
      await api.deleteHoliday({ params: { holidayId: holiday.id } })
      await api.deleteClient({ params: { clientId: client.id } })
      await api.deleteService({ params: { serviceId: cut.id } })
      await eventually(() =>
        expect([...heard.keys()].toSorted()).toEqual(events.map(({ type }) => type).toSorted()),
      )
      expect(new Set(heard.values())).toEqual(new Set([salon.workspaceId]))
      expect(faults).toEqual([])
    } finally {
      await following.stop()
      await bus.close()
      await running.stop()
    }
  })
})
