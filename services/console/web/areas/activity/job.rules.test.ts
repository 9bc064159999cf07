import { describe, expect, it } from 'vitest'
import { importResultOf } from './job.rules.ts'

describe('importResultOf', () => {
  it('reads the result of an import with the id of its report', () => {
    const reportUrl = '/v1/workspace/w1/clients/import/i7/report'
    const meta = { created: 3, updated: 1, refused: 2, dryRun: false, reportUrl }
    expect(importResultOf({ meta })).toEqual({
      created: 3,
      updated: 1,
      refused: 2,
      isDryRun: false,
      importId: 'i7',
    })
  })

  it('returns null for other jobs and until an import has ended', () => {
    expect(importResultOf({ meta: null })).toBeNull()
    expect(importResultOf({ meta: { postUrl: 'https://a.example' } })).toBeNull()
  })
})
