import { addDays } from '@wp/kernel'
import type { BenchRequest } from '../measure.ts'

/** Bookings are for the visitors, or for the clients without them. */
export type Ids = { clientIds: string[]; visitorIds?: string[]; serviceId: string; staffIds: string[] }

export type Operation = 'read' | 'list' | 'create' | 'book'

/**
 * Returns the n-th request of each operation, the same for every subject. `path` is the prefix of `/clients` and
 * `/sessions`.
 */
export const requestsOf = (
  path: string,
  token: string,
  { clientIds, visitorIds = clientIds, serviceId, staffIds }: Ids,
): Record<Operation, (index: number) => BenchRequest> => {
  const authorization = `Bearer ${token}`
  const get = (to: string): BenchRequest => ({
    method: 'GET',
    path: `${path}/${to}`,
    headers: { authorization },
    status: 200,
  })
  const post = (to: string, body: object): BenchRequest => ({
    method: 'POST',
    path: `${path}/${to}`,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    status: 201,
  })
  return {
    read: (index) => get(`clients/${clientIds[index % clientIds.length]}`),
    list: (index) => get(`clients?page=${(index % 3) + 1}&limit=20`),
    create: (index) => post('clients', newClient(index)),
    // Every staff member gets a slot before the next half hour and the next day are used, so that sessions never
    // overlap.
    book: (index) => {
      const slot = Math.floor(index / staffIds.length)
      const halfHours = slot % 20
      return post('sessions', {
        name: 'Visit',
        clientId: visitorIds[index % visitorIds.length],
        serviceIds: [serviceId],
        staffId: staffIds[index % staffIds.length],
        date: addDays('2027-01-01', Math.floor(slot / 20)),
        startTime: `${String(8 + Math.floor(halfHours / 2)).padStart(2, '0')}:${halfHours % 2 === 0 ? '00' : '30'}`,
      })
    },
  }
}

export const newClient = (index: number) => ({
  name: `Mona Haddad ${index}`,
  email: `mona${index}@example.com`,
  phone: '+14155550123',
  notes: 'Prefers mornings; asks for a call the day before.',
})
