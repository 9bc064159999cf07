import { newId } from '@wp/kernel'
import type { Platform } from '@wp/local-platform'
import { Pool } from 'undici'
import { call, signUp } from '../parts/by-size.ts'
import { requestsOf } from '../parts/scene.ts'
import type { Kind } from './mix.ts'

const clientCount = 60
const staffCount = 3

/** Runs one action of a kind and returns whether every reply was a success. */
export type Actions = Record<Kind, () => Promise<boolean>>

/** Creates workspaces and returns actions that use them in turn, and `close`, which ends the connections. */
export const prepareActions = async (
  platform: Platform,
  workspaces: number,
  connections: number,
): Promise<{ actions: Actions; close: () => Promise<void> }> => {
  const pool = new Pool(platform.gatewayUrl, { connections, pipelining: 1 })
  const owners: Actions[] = []
  for (let index = 0; index < workspaces; index += 1) owners.push(await prepareWorkspace(platform, pool))
  const inTurn = (kind: Kind) => {
    let next = 0
    return () => owners[next++ % workspaces]![kind]().catch(onRefusal)
  }
  return {
    actions: {
      booking: inTurn('booking'),
      sale: inTurn('sale'),
      'read a record': inTurn('read a record'),
      'list 20 records': inTurn('list 20 records'),
      'list the sessions of a day': inTurn('list the sessions of a day'),
    },
    close: () => pool.close(),
  }
}

/** An overloaded platform may answer with these statuses; any other failure is a bug in this benchmark. */
class Refused extends Error {}
const refusals = [429, 503, 504]
const onRefusal = (error: unknown): false => {
  if (error instanceof Refused) return false
  throw error
}

/** Creates a workspace with clients, who get their bookings confirmed by email, staff and an open till. */
const prepareWorkspace = async (platform: Platform, pool: Pool): Promise<Actions> => {
  const { token, workspaceId } = await signUp(platform, 'pro')
  const path = `/v1/workspace/${workspaceId}`
  const authorization = `Bearer ${token}`
  const make = async (what: string, body: object): Promise<string> => {
    const url = `${platform.gatewayUrl}${path}/${what}`
    return Object.values(await call<Record<string, { id: string }>>(url, body, { authorization }))[0]!.id
  }
  const makeSome = (count: number, what: string, bodyOf: (index: number) => object): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => make(what, bodyOf(index))))
  const serviceId = await make('services', { name: 'Haircut', durationMinutes: 30, price: 10 })
  const roleId = await make('roles', { name: 'Stylist', permissions: ['sessions.view'] })
  const clientIds = await makeSome(clientCount, 'clients', (index) => ({
    name: `Client ${index}`,
    email: `client${index}@example.com`,
  }))
  const staffIds = await makeSome(staffCount, 'staff', () => ({
    name: 'Mona',
    email: `${newId()}@shop.example`,
    roleId,
  }))
  const sessionId = await make('pos/sessions', { register: 'front', openingFloat: 100 })
  const requests = requestsOf(path, token, { clientIds, serviceId, staffIds })

  const headers = { authorization, 'content-type': 'application/json' }
  const send = async (method: 'GET' | 'POST', to: string, body?: string): Promise<string> => {
    const reply = await pool.request({ method, path: to, headers, body: body ?? null })
    const text = await reply.body.text()
    const failure = `${method} ${to} answered ${reply.statusCode}: ${text.slice(0, 300)}`
    if (refusals.includes(reply.statusCode)) throw new Refused(failure)
    if (reply.statusCode >= 300) throw new Error(failure)
    return text
  }
  const invoices = `${path}/pos/invoices`
  const draft = JSON.stringify({ sessionId, items: [{ name: 'Vase', quantity: 1, unitPrice: 10 }] })
  const payment = JSON.stringify({ method: 'cash', amount: 10 })
  let [bookings, reads] = [0, 0]
  const read = async (pathOf: (index: number) => string): Promise<boolean> => {
    await send('GET', pathOf(reads++))
    return true
  }
  return {
    booking: async () => {
      const { path: to, body } = requests.book(bookings++)
      await send('POST', to, body)
      return true
    },
    sale: async () => {
      const { invoice } = JSON.parse(await send('POST', invoices, draft)) as { invoice: { id: string } }
      await send('POST', `${invoices}/${invoice.id}/finalize`, '{}')
      await send('POST', `${invoices}/${invoice.id}/payments`, payment)
      return true
    },
    'read a record': () => read((index) => requests.read(index).path),
    'list 20 records': () => read((index) => requests.list(index).path),
    // The first day of `requests.book`.
    'list the sessions of a day': () =>
      read(() => `${path}/sessions?from=2027-01-01&to=2027-01-01&sort=date`),
  }
}
