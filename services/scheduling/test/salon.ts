import * as billing from '@wp/admin-billing/contract'
import type { RequestBody } from '@wp/http'
import * as identity from '@wp/identity/contract'
import { newWorkspace, uniqueName } from '@wp/testing'
import * as contract from '../src/contract.ts'

type WorkspaceChanges = RequestBody<typeof identity.updateWorkspace>
type WorkingHours = NonNullable<WorkspaceChanges['workingHours']>

/** Creates a workspace with the API calls that these tests need. */
export const newSalon = async (
  settings?: WorkspaceChanges['settings'],
  workingHours?: WorkingHours,
  planSlug = 'pro',
) => {
  const workspace = await newWorkspace(contract, { planSlug })
  const owner = workspace.use(identity)
  if (settings || workingHours)
    await owner.updateWorkspace({ ...(settings && { settings }), ...(workingHours && { workingHours }) })
  return { ...workspace, owner }
}
export type Salon = Awaited<ReturnType<typeof newSalon>>

export const newRole = async ({ owner }: Salon, permissions: string[] = ['sessions.view']): Promise<string> =>
  (await owner.createRole({ name: uniqueName('Role '), permissions })).body.role.id

/** Creates a staff member with a login and a seat. */
export const newMember = async (
  salon: Salon,
  fields: Partial<RequestBody<typeof contract.createStaff>> = {},
) => {
  const roleId = await newRole(salon)
  const email = `${uniqueName('staff')}@shop.example`
  const reply = await salon.api.createStaff({ name: 'Mona', email, roleId, ...fields })
  if (reply.status !== 201) throw new Error(`The staff member was rejected: ${JSON.stringify(reply.body)}`)
  return reply.body.staff
}

export const newClient = async ({ api }: Pick<Salon, 'api'>, name = 'Ali Hassan') =>
  (await api.createClient({ name })).body.client

export const newService = async (
  { api }: Pick<Salon, 'api'>,
  fields: Partial<RequestBody<typeof contract.createService>> = {},
) => (await api.createService({ name: 'Haircut', durationMinutes: 30, price: 12.5, ...fields })).body.service

/** Creates a client and a service, and returns them with a booking body. */
export const bookable = async (salon: Salon) => {
  const [client, service] = [await newClient(salon), await newService(salon)]
  const booking = {
    name: 'First visit',
    clientId: client.id,
    serviceIds: [service.id],
    date: '2027-03-10',
    startTime: '09:00',
  }
  return { client, service, booking }
}

export const unknownId = 'ffffffffffffffffffffffff'

/** Returns the same opening hours for every day of the week. */
export const everyDay = (...intervals: [string, string][]): WorkingHours => {
  const day = { isOpen: true, intervals: intervals.map(([start, end]) => ({ start, end })) }
  return {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }
}

export const storageUsed = async ({ use }: Pick<Salon, 'use'>): Promise<number> =>
  (await use(billing).getOwnStorage()).body.storage.usedBytes
