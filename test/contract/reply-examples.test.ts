import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readExamples, toExample } from '@wp/tools/examples'
import { contracts } from '@wp/tools/contracts'

const routes = (await contracts()).flatMap((contract) => contract.routes)
const examples = readExamples()

describe('recorded reply of', () => {
  for (const route of routes)
    for (const [status, shape] of Object.entries(route.replies)) {
      const schema = [shape].flat().find((one) => one instanceof z.ZodType)
      if (!schema || Number(status) >= 300 || route.id === 'getOpenApi') continue
      it(`${route.id} with ${status} matches its schema (npm run wp -- docs examples records it again)`, () => {
        const example = examples[route.id]?.[status]
        expect(Object.keys(example ?? {})).not.toEqual([])
        // Secrets and all but two items are left out: what is there must still have its place.
        const declared = schema instanceof z.ZodObject ? Object.keys(schema.shape) : Object.keys(example!)
        expect(declared).toEqual(expect.arrayContaining(Object.keys(example!)))
      })
    }
})

it('an example shows two items of a list, and no secret', () => {
  const reply = {
    token: 'eyJhbGciOi.eyJzdWIi.x1',
    codes: ['AB12CD34', 'EF56GH78', 'x'],
    items: [1, 2, 3],
    at: '2027-01-01',
  }
  expect(toExample(reply)).toEqual({ token: '…', codes: ['…', '…'], items: [1, 2], at: '2027-01-01' })
})
