import { schedulingService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { eventually, platform, tokensOf } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { bookable, newMember, newSalon, newService, unknownId } from './salon.ts'

describe('on-name-changed consumer', () => {
  it('updates client, staff and service names in sessions until they are completed, and keeps the names of deleted clients and staff', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { booking, client, service } = await bookable(salon)
    const other = await newService(salon, { name: 'Colour' })
    const mona = await newMember(salon)
    const fields = { ...booking, staffId: mona.id, serviceIds: [service.id, other.id, service.id] }
    const ahead = (await api.createSession(fields)).body.session
    const over = (await api.createSession({ ...fields, status: 'completed' })).body.session
    await api.updateClient({ params: { clientId: client.id }, body: { name: 'Ali H.' } })
    await api.updateService({ params: { serviceId: service.id }, body: { name: 'Cut' } })
    await api.updateStaff({ params: { staffId: mona.id }, body: { name: 'Mona S.' } })
    const read = async ({ id }: { id: string }) =>
      (await api.getSession({ params: { sessionId: id } })).body.session
    await eventually(async () => {
      expect(await read(ahead)).toMatchObject({
        clientName: 'Ali H.',
        staffName: 'Mona S.',
        serviceNames: ['Cut', 'Colour', 'Cut'],
      })
    })
    expect(await read(over)).toEqual(over)
    await api.deleteClient({ params: { clientId: client.id } })
    await api.deleteStaff({ params: { staffId: mona.id } })
    expect(await read(ahead)).toMatchObject({ clientName: 'Ali H.', staffName: 'Mona S.' })
  })
})

describe('scheduling RPC', () => {
  it("returns only the given workspace's clients, services and staff", async () => {
    const salon = await newSalon()
    const { api, workspaceId } = salon
    const person = {
      dateOfBirth: '1990-02-28',
      gender: 'female',
      discount: { kind: 'percentage', value: 10 },
    } as const
    const { client } = (await api.createClient({ name: 'Sara', ...person })).body
    const [cut, dye] = [await newService(salon), await newService(salon, { name: 'Dye', price: null })]
    const mona = await newMember(salon)
    const gone = await newService(salon)
    await api.deleteService({ params: { serviceId: gone.id } })
    const rpc = rpcClient(schedulingService, {
      addresses: platform().services['scheduling']![0]!.rpc!,
      tokens: tokensOf(),
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
    })
    try {
      expect((await rpc.getClient({ workspaceId, clientId: client.id })).client).toMatchObject({
        id: client.id,
        name: 'Sara',
        ...person,
      })
      expect((await rpc.getClient({ workspaceId, clientId: unknownId })).client).toBeNull()
      const serviceIds = [dye.id, unknownId, gone.id, cut.id]
      const { services } = await rpc.getServices({ workspaceId, serviceIds })
      expect(services.map(({ name, price, isActive }) => ({ name, price, isActive }))).toEqual([
        { name: 'Dye', price: undefined, isActive: true },
        { name: 'Haircut', price: 12.5, isActive: true },
      ])
      const { staff } = await rpc.getStaff({ workspaceId, staffIds: [unknownId, mona.id] })
      expect(staff).toMatchObject([{ id: mona.id, name: 'Mona', email: mona.email }])
      const { workspaceId: foreignId } = await newSalon()
      expect((await rpc.getClient({ workspaceId: foreignId, clientId: client.id })).client).toBeNull()
      expect((await rpc.getServices({ workspaceId: foreignId, serviceIds })).services).toEqual([])
      expect((await rpc.getStaff({ workspaceId: foreignId, staffIds: [mona.id] })).staff).toEqual([])
    } finally {
      rpc.close()
    }
  })
})
