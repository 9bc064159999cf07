import { workspacePermissions } from '@wp/auth'
import { readDeclarations } from '@wp/credentials/setup'
import { allRoutes } from '@wp/gateway/contracts'
import { repositoryRoot } from '@wp/local-platform'
import { describe, expect, it } from 'vitest'

const declared = [...readDeclarations(repositoryRoot).values()].flatMap(({ permissions = {} }) =>
  Object.keys(permissions),
)
const all = [...Object.keys(workspacePermissions), ...declared]

describe('permissions', () => {
  it('are declared once', () => {
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
  })

  it('include those that routes require', async () => {
    const needs = (await allRoutes()).flatMap(({ route }) =>
      route.access.kind === 'workspace' ? [route.access.need].flat() : [],
    )
    const required = new Set(needs.filter((need) => need !== 'owner' && need !== 'member'))
    expect(required.size).toBeGreaterThan(20)
    expect([...required].filter((key) => !all.includes(key))).toEqual([])
  })
})
