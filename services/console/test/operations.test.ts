import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { contests } from '@workspace-platform/client/contests'
import { finance } from '@workspace-platform/client/finance'
import { gateway } from '@workspace-platform/client/gateway'
import { identity } from '@workspace-platform/client/identity'
import { labs } from '@workspace-platform/client/labs'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import { webhooks } from '@workspace-platform/client/webhooks'
import { describe, expect, it } from 'vitest'
import { operationsWithoutScreen } from './operations-without-screen.ts'

const areas = [
  adminBilling,
  contests,
  finance,
  gateway,
  identity,
  labs,
  pos,
  scheduling,
  storefront,
  webhooks,
]
const web = join(import.meta.dirname, '../web')

/** The sources of the application without comments. */
const sources = globSync('**/*.{ts,tsx}', { cwd: web, exclude: (name) => name.includes('.test.') })
  .map((file) => readFileSync(join(web, file), 'utf8').replaceAll(/\/\*[^]*?\*\/|\/\/ .*$/gm, ''))
  .join('\n')

describe('operations that need a login', () => {
  const operations = areas.flatMap((area) =>
    Object.entries<{ open?: boolean }>(area).flatMap(([id, { open }]) => (open ? [] : [id])),
  )

  it('has a screen, or a reason in operations-without-screen.ts', () => {
    const unused = operations.filter((id) => !new RegExp(`\\b${id}\\b`).test(sources))
    expect(unused.toSorted()).toEqual(Object.keys(operationsWithoutScreen).toSorted())
  })

  it('includes operations of every kind of caller', () => {
    expect(operations).toEqual(
      expect.arrayContaining(['me', 'listClients', 'listDeadLetters', 'redeliverRange']),
    )
    expect(operations.length).toBeGreaterThan(200)
  })
})
