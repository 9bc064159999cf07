import { describe, expect, it } from 'vitest'
import { toKey, toType, withFieldsOfAll } from './schema-types.ts'

describe('toType', () => {
  it.each([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ const: 'a' }, "'a'"],
    [{ enum: ["it's", 2, null] }, "'it\\'s' | 2 | null"],
    [{ $ref: '#/components/schemas/Client' }, 'Client'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }, '[string, number]'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'object' }, 'Record<string, unknown>'],
    [{ allOf: [{ $ref: '#/A' }, { anyOf: [{ $ref: '#/B' }, { type: 'null' }] }] }, 'A & (B | null)'],
    [{}, 'unknown'],
  ])('converts %j to %s', (schema, type) => {
    expect(toType(schema)).toBe(type)
  })

  it('marks optional fields, keeps descriptions, and quotes names that are not identifiers', () => {
    const schema = {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'string', description: 'Its id' }, 'x-y': { type: ['string', 'null'] } },
    }
    expect(toType(schema)).toBe("{\n  /** Its id */\n  id: string\n  'x-y'?: string | null\n}")
    expect(toType({ type: 'array', items: schema })).toMatch(/^\{[^]*\}\[\]$/)
    expect(toKey('a b')).toBe("'a b'")
  })
})

describe('withFieldsOfAll', () => {
  it('lets the fields of a union of objects be read, and leaves other schemas unchanged', () => {
    const one = (name: string) => ({
      type: 'object',
      required: [name],
      properties: { [name]: { type: 'number' } },
    })
    expect(toType(withFieldsOfAll({ oneOf: [one('total'), one('limit')] }))).toBe(
      '{\n  total: number\n  limit?: undefined\n} | {\n  limit: number\n  total?: undefined\n}',
    )
    const nullable = { oneOf: [one('total'), { type: 'null' }] }
    expect(withFieldsOfAll(nullable)).toBe(nullable)
  })
})
