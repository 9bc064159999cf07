import { defineRoute, mergeOpenApi, toOpenApi, workspace } from '@wp/http'
import { describe, expect, it } from 'vitest'
import { groupTags } from './tag-groups.ts'

const info = { title: 'Test', version: '1' }

const routeWith = (id: string, tag: string | { name: string; description: string }) =>
  defineRoute({
    id,
    method: 'GET',
    path: `/workspace/:workspaceId/${id}`,
    summary: 'List records',
    tag,
    access: workspace('owner'),
    replies: { 200: null },
    fails: [],
  })

const group = (routesByService: Record<string, ReturnType<typeof routeWith>[]>) =>
  groupTags(
    mergeOpenApi(
      Object.fromEntries(
        Object.entries(routesByService).map(([service, routes]) => [service, toOpenApi(routes, info)]),
      ),
      info,
    )!,
  )

describe('groupTags', () => {
  const { tags, groups } = group({
    labs: [
      routeWith('tests', 'Lab tests'),
      routeWith('stains', { name: 'Stains', description: 'How to stain.' }),
    ],
    'loyalty-cards': [routeWith('cards', { name: 'Cards', description: 'Loyalty cards of clients.' })],
    webhooks: [routeWith('endpoints', 'Webhook endpoints')],
  })

  it('uses its own descriptions for listed tags, and those of routes for other tags', () => {
    expect(tags).toEqual([
      { name: 'Lab tests', description: 'Lab tests, from order to report.' },
      { name: 'Stains', description: 'How to stain.' },
      { name: 'Cards', description: 'Loyalty cards of clients.' },
      { name: 'Webhook endpoints', description: expect.stringContaining('Standard Webhooks') },
    ])
  })

  it("puts other tags into the group of their service's tags, or into a group with the name of the service", () => {
    expect(groups).toEqual([
      { name: 'Laboratory', tags: ['Lab tests', 'Stains'] },
      { name: 'Loyalty cards', tags: ['Cards'] },
      { name: 'Integrations', tags: ['Webhook endpoints'] },
    ])
  })
})
