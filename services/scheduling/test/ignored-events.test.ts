import { listEvents, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { ClientChanged } from '../src/clients/client.events.ts'
import { onInvoiceChanged } from '../src/consumers/on-invoice-changed.ts'
import { ServiceChanged } from '../src/offered-services/offered-service.events.ts'
import { StaffChanged } from '../src/staff/staff.events.ts'
import { newClient, newMember, newSalon, newService } from './salon.ts'

describe('onInvoiceChanged', () => {
  it('ignores the events of invoices that do not belong to a session', () => {
    const consumer = onInvoiceChanged({} as never)
    const isIgnored = (reference: object | null) =>
      consumer.ignores!({ data: { invoice: { reference } } } as never)
    expect([null, { type: 'lab-test' }, { type: 'session' }].map(isIgnored)).toEqual([true, true, false])
  })
})

describe('PATCH of a client, service or staff member', () => {
  it('publishes a name only when the update contains it', async () => {
    const salon = await newSalon()
    const { api, workspaceId } = salon
    const [client, service, member] = [
      await newClient(salon),
      await newService(salon),
      await newMember(salon),
    ]
    const [clientId, serviceId, staffId] = [client.id, service.id, member.id]
    for (const named of [{}, { name: 'New' }]) {
      await api.updateClient({ params: { clientId }, body: { ...named, notes: 'Prefers mornings' } })
      await api.updateService({ params: { serviceId }, body: { ...named, price: 13 } })
      await api.updateStaff({ params: { staffId }, body: { ...named, phone: '+201000000001' } })
    }
    for (const named of [{}, { name: 'Newer' }]) {
      const email = `${uniqueName('staff')}@shop.example`
      const changed = await api.updateStaff({ params: { staffId }, body: { ...named, email } })
      expect(changed.status).toBe(200)
    }

    const events = await listEvents('wp_scheduling', workspaceId)
    const namesIn = ({ type }: { type: string }) =>
      events
        .filter((event) => event.type === type)
        .flatMap(({ data }) => Object.values(data as Record<string, { name?: string }>))
        .flatMap(({ name }) => name ?? [])
    expect(namesIn(ClientChanged)).toEqual(['New'])
    expect(namesIn(ServiceChanged)).toEqual(['New'])
    expect(namesIn(StaffChanged)).toEqual(['New', 'Newer'])
  })
})
