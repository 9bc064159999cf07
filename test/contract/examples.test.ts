import { CalendarDateString, EmailAddress, IdString, TimeOfDay } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '@wp/gateway/contracts'
import { bodyOf, exampleOf } from './examples.ts'

const routes = (await allRoutes()).map(({ route }) => route).filter(({ body }) => body)

describe('exampleOf', () => {
  it('returns a value that fits formats defined by refinements, such as dates and emails', () => {
    const schema = z.object({
      id: IdString,
      day: CalendarDateString,
      start: TimeOfDay,
      email: EmailAddress,
      items: z.array(z.object({ quantity: z.number().positive() })).min(1),
    })
    expect(schema.safeParse(exampleOf(schema)).success).toBe(true)
  })
})

describe('example bodies', () => {
  it.each(routes.map((route) => [route.id, route] as const))('%s has an example body', (_, route) => {
    expect(route.upload ? {} : bodyOf(route)).not.toBeNull()
  })
})
