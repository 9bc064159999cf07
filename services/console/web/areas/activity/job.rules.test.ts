import { describe, expect, it } from 'vitest'
import { importFailureIn, importResultOf, knownStep, rowsIn } from './job.rules.ts'

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

describe('knownStep, rowsIn and importFailureIn', () => {
  it("parses the platform's progress texts for an import", () => {
    expect(knownStep('Importing')).toBe('Importing')
    expect(['1 row', '40 rows', '8 of 40 rows'].map(rowsIn)).toEqual([
      { rows: 1, done: null },
      { rows: 40, done: null },
      { rows: 40, done: 8 },
    ])
    expect(importFailureIn('The import stopped because of an internal error')).toBe('stopped')
    expect(rowsIn('3 created, 1 updated, 2 refused of 6 rows')).toEqual({ rows: 6, done: null })
  })

  it('leaves other texts unchanged', () => {
    expect([knownStep('Writing the post'), rowsIn('Asking the model'), importFailureIn('')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
