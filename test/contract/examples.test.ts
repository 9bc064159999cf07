import { CalendarDateString, EmailAddress, IdString, TimeOfDay } from '@wp/kernel'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '@wp/tools/contracts'
import { bodyOf, exampleOf } from './examples.ts'

const routes = (await allRoutes()).map(({ route }) => route).filter(({ body }) => body)

test('finds a value for formats that only a refinement knows', () => {
  const schema = z.object({
    id: IdString,
    day: CalendarDateString,
    start: TimeOfDay,
    email: EmailAddress,
    items: z.array(z.object({ quantity: z.number().positive() })).min(1),
  })
  expect(schema.safeParse(exampleOf(schema)).success).toBe(true)
})

test.each(routes.map((route) => [route.id, route] as const))('%s has a body to try it with', (_, route) => {
  expect(route.upload ? {} : bodyOf(route)).not.toBeNull()
})
