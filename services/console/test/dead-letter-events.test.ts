import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventTypeParts } from '../web/areas/platform/dead-letter.rules.ts'

describe('eventTypeParts', () => {
  it('knows every event of the platform', () => {
    const document = join(import.meta.dirname, '../../gateway/dist/asyncapi.v1.json')
    const found = new Set(readFileSync(document, 'utf8').match(/wp(\.[a-z-]+){3}\.v\d+/g))
    expect(found).toContain('wp.pos.invoice.voided.v1')
    expect([...found].filter((type) => eventTypeParts(type) === null)).toEqual([])
  })

  it('returns null for other types', () => {
    expect(['wp.pets.pet.fed.v1', 'wp.pos.invoice', ''].map(eventTypeParts)).toEqual([null, null, null])
  })
})
