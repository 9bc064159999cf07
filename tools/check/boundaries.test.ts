import { describe, expect, it } from 'vitest'
import { violations } from './boundaries.ts'

const services = ['@wp/identity', '@wp/scheduling']
const faults = (path: string, text: string) => violations([{ path, text }], services)

describe('violations', () => {
  it.each([
    ['services/scheduling/src/service.ts', `import { x } from '@wp/identity'`, /only the contract/],
    ['services/scheduling/src/service.ts', `export * from '@wp/identity/store'`, /only the contract/],
    ['libs/http/src/app.ts', `const x = await import('@wp/identity')`, /only the contract/],
    [
      'services/scheduling/src/service.ts',
      `import { x } from '../../identity/src/contract.ts'`,
      /another package/,
    ],
    [
      'services/scheduling/src/holidays/holiday.store.ts',
      `import mongoose from 'mongoose'`,
      /only libs\/mongo/,
    ],
    ['services/gateway/src/table.ts', `import { connect } from 'nats'`, /only libs\/bus/],
    [
      'services/scheduling/src/holidays/holiday.rules.ts',
      `import { readFileSync } from 'node:fs'`,
      /rules cannot do I\/O/,
    ],
    [
      'services/scheduling/src/holidays/holiday.rules.ts',
      `import { openBus } from '@wp/bus'`,
      /rules cannot do I\/O/,
    ],
    [
      'services/scheduling/src/holidays/holiday.rules.ts',
      `import { list } from './holiday.store.ts'`,
      /rules cannot do I\/O/,
    ],
    ['services/scheduling/src/service.ts', `import { eventually } from '@wp/testing'`, /for tests/],
    [
      'services/scheduling/src/service.ts',
      `import {\n  a,\n  b,\n} from '@wp/identity'\n`,
      /only the contract/,
    ],
    ['libs/client/src/client.ts', `import { AppError } from '@wp/kernel'`, /cannot have dependencies/],
  ])('rejects a file %s that contains %s', (path, text, why) => {
    expect(faults(path, text)).toEqual([expect.stringMatching(why)])
  })

  it.each([
    ['services/scheduling/src/service.ts', `import { x } from '@wp/identity/contract'`],
    [
      'services/scheduling/src/holidays/holiday.rules.ts',
      `import type { StoredHoliday } from './holiday.store.ts'`,
    ],
    ['services/scheduling/src/holidays/holiday.rules.ts', `import { midnightUtc } from '@wp/kernel'`],
    ['services/scheduling/test/holidays.test.ts', `import { newWorkspace } from '@wp/testing'`],
    ['libs/mongo/src/database.ts', `import mongoose from 'mongoose'`],
    ['services/scheduling/src/service.ts', `const text = "import { x } from '@wp/identity' in a string"`],
  ])('accepts a file %s that contains %s', (path, text) => {
    expect(faults(path, text)).toEqual([])
  })
})
