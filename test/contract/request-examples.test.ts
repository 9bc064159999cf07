import { allRoutes } from '@wp/gateway/contracts'
import { readRequests } from '@wp/gateway/documents'
import { adminToken, eventually } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { credentials, requestVerified } from './caller.ts'
import { prepare, type Prepared } from './request-examples/preparations.ts'
import { recordsInBodies } from './request-examples/records.ts'
import { newScene, type Scene } from './request-examples/scene.ts'

// Sends the example body of every operation to a platform where the records exist that it names. A reader of the API
// reference has to replace the same values as this test, and nothing else:
// - an id by the id of a record of the same kind (equal ids by the same record),
// - tokens, which the reference shows as "…", and codes of second factors by those that the platform issued,
// - the day of an online booking, which must be in the future.

const requests = readRequests()

/** Operations whose example cannot be sent to a platform that is in use. */
const impossible: Record<string, string> = {
  bootstrapAdmin:
    'creates the first administrator, who exists when the tests begin (services/identity/test/admins.test.ts)',
}

const examples = (await allRoutes()).filter(
  ({ route }) => route.body && !route.upload && !(route.id in impossible),
)

const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{24}$/.test(value)

/** Returns the body with the values that every caller has to replace. */
const toBody = async (scene: Scene, operation: string, recorded: unknown, { values = {} }: Prepared) => {
  const created = new Map<string, string>()
  const createdFor = async (id: string, field: string): Promise<string> => {
    const create = recordsInBodies[`${operation}.${field}`] ?? recordsInBodies[field]
    if (!create)
      throw new Error(`No test/example-records.ts of a service creates a record for ${field} of ${operation}`)
    const known = created.get(id) ?? (await create(scene))
    created.set(id, known)
    return known
  }
  const seen: Record<string, string[]> = {}
  const valueFor = (value: string, field: string): string | undefined => {
    const given = values[field]
    if (typeof given === 'string') return given
    const order = (seen[field] ??= [])
    if (!order.includes(value)) order.push(value)
    return given?.[order.indexOf(value)]
  }
  const replaced = async (value: unknown, field: string): Promise<unknown> => {
    if (Array.isArray(value)) {
      const items = []
      for (const item of value) items.push(await replaced(item, field))
      return items
    }
    if (typeof value === 'object' && value !== null) {
      const entries: [string, unknown][] = []
      for (const [name, inner] of Object.entries(value)) entries.push([name, await replaced(inner, name)])
      return Object.fromEntries(entries)
    }
    if (typeof value === 'string' && values[field] !== undefined) return valueFor(value, field)
    return isId(value) ? createdFor(value, field) : value
  }
  return replaced(recorded, '')
}

describe('request examples', () => {
  it.each(examples.map(({ route, service }) => [route.id, route, service] as const))(
    '%s succeeds with its example',
    async (id, route, service) => {
      const scene = await newScene()
      const recorded = requests[id]?.body
      const prepared = await prepare(scene, { service, id, path: route.path }, recorded)
      const body = JSON.stringify(await toBody(scene, id, recorded, prepared))
      const { params, query, token } = prepared
      const caller = token
        ? { authorization: `Bearer ${token}` }
        : credentials(route, { owner: scene, admin: await adminToken() })
      const [expected] = Object.keys(route.replies)
      // Some records reach the service in an event.
      await eventually(
        async () => {
          const reply = await requestVerified(route, {
            params: { workspaceId: scene.workspaceId, ...params },
            ...(query && { query }),
            headers: { ...caller, 'content-type': 'application/json' },
            body,
          })
          expect({ status: reply.status, body: reply.body, sent: body }).toMatchObject({
            status: Number(expected),
          })
        },
        { withinMs: 10_000 },
      )
    },
  )

  it('excludes only operations that exist', () => {
    expect(Object.keys(impossible).filter((id) => requests[id]?.body === undefined)).toEqual([])
  })
})
