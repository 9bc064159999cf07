import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { eventParts } from '../web/areas/settings/event-type.rules.ts'

describe('eventParts', () => {
  it('knows every event that the platform publishes', () => {
    const records = join(import.meta.dirname, '../../../libs/client/src/webhooks/records.ts')
    const found = readFileSync(records, 'utf8').match(/'[a-z_]+\.[a-z_]+'/g)!
    const types = found.map((type) => type.slice(1, -1))
    expect(types).toContain('invoice.paid')
    expect(types.filter((type) => eventParts(type) === null)).toEqual([])
  })
})
