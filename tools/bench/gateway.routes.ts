import { defineRoute, workspace, type Route } from '@wp/http'
import { z } from 'zod'

/** Returns about as many routes as the platform has: 50 resources with five routes each. */
export const routesOfPlatform = (): Route[] =>
  Array.from({ length: 50 }, (_, i) => i).flatMap((i) => {
    const collection = `/workspace/:workspaceId/area${i % 10}/things${i}` as const
    const one = `${collection}/:thingId` as const
    const common = {
      summary: 'A thing',
      access: workspace('member'),
      replies: { 200: z.object({ thing: z.unknown() }) },
      fails: [401, 403, 404] as const,
    }
    return [
      defineRoute({ id: `listThings${i}`, method: 'GET', path: collection, ...common }),
      defineRoute({ id: `createThing${i}`, method: 'POST', path: collection, ...common }),
      defineRoute({ id: `getThing${i}`, method: 'GET', path: one, ...common }),
      defineRoute({ id: `updateThing${i}`, method: 'PATCH', path: one, ...common }),
      defineRoute({ id: `deleteThing${i}`, method: 'DELETE', path: one, ...common }),
    ]
  })
