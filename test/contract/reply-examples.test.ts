import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readExamples } from '@wp/gateway/documents'
import { toExample, toRequestExample } from '@wp/tools/examples'
import { contracts } from '@wp/gateway/contracts'

const routes = (await contracts()).flatMap((contract) => contract.routes)
const examples = readExamples()

describe('recorded replies', () => {
  for (const route of routes)
    for (const [status, shape] of Object.entries(route.replies)) {
      const schema = [shape].flat().find((one) => one instanceof z.ZodType)
      if (!schema || Number(status) >= 300 || route.id === 'getOpenApi') continue
      it(`${route.id} with ${status} has an example with only declared fields (npm run wp -- docs examples records it again)`, () => {
        const example = examples[route.id]?.[status]
        expect(Object.keys(example ?? {})).not.toEqual([])
        // Secrets are replaced, so values may not match the schema, but every field must be declared.
        const declared = schema instanceof z.ZodObject ? Object.keys(schema.shape) : Object.keys(example!)
        expect(declared).toEqual(expect.arrayContaining(Object.keys(example!)))
      })
    }
})

describe('toExample', () => {
  it('replaces secrets in a recorded reply', () => {
    const reply = {
      token: 'eyJhbGciOi.eyJzdWIi.x1',
      codes: ['AB12CD34', 'EF56GH78', 'x'],
      items: [1, 2, 3],
      at: '2027-01-01',
    }
    expect(toExample(reply)).toEqual({
      token: '…',
      codes: ['…', '…', 'x'],
      items: [1, 2, 3],
      at: '2027-01-01',
    })
  })
})

describe('toRequestExample', () => {
  it('replaces tokens of a recorded body and keeps passwords, so that the example is accepted', () => {
    const body = {
      email: 'a@shop.example',
      password: 'correct-horse-1',
      token: 'a1b2c3d4',
      items: [{ code: '123456' }],
    }
    expect(toRequestExample(body)).toEqual({ ...body, token: '…' })
  })
})
