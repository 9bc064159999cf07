import { workspacePermissions } from '@wp/auth'
import { ServiceDeclaration } from '@wp/credentials'
import { readDeclarations } from '@wp/credentials/setup'
import { allRoutes } from '@wp/gateway/contracts'
import { repositoryRoot } from '@wp/local-platform'
import { describe, expect, it } from 'vitest'

const declared = [...readDeclarations(repositoryRoot).values()].flatMap((declaration) =>
  Object.keys(ServiceDeclaration.parse(declaration).permissions),
)
const all = [...Object.keys(workspacePermissions), ...declared]

describe('permissions of workspaces', () => {
  it('declares each permission once', () => {
    expect(all.filter((key, at) => all.indexOf(key) !== at)).toEqual([])
  })

  it('declares every permission that a route requires', async () => {
    const needs = (await allRoutes()).flatMap(({ route }) =>
      route.access.kind === 'workspace' ? [route.access.need].flat() : [],
    )
    const required = new Set(needs.filter((need) => need !== 'owner' && need !== 'member'))
    expect(required.size).toBeGreaterThan(20)
    expect([...required].filter((key) => !all.includes(key))).toEqual([])
  })
})
