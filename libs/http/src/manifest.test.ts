import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, ManifestRoute, open, toManifestRoute, workspace } from './index.ts'

const createHoliday = defineRoute({
  id: 'createHoliday',
  method: 'POST',
  path: '/workspace/:workspaceId/holidays',
  summary: 'Add a holiday',
  access: workspace('holidays.manage'),
  body: z.object({ name: z.string() }),
  replies: { 201: z.object({ id: z.string() }) },
  fails: [],
})

const receiveHook = defineRoute({
  id: 'receiveHook',
  method: 'POST',
  path: '/hooks',
  root: true,
  summary: 'Receive a hook',
  access: open({ header: { name: 'x-proof', error: 'FORBIDDEN' } }),
  rawBody: true,
  rate: 'webhook',
  replies: { 204: null },
  fails: [],
})

describe('toManifestRoute', () => {
  it('returns only the fields that the gateway needs', () => {
    expect(toManifestRoute(createHoliday)).toEqual({
      id: 'createHoliday',
      method: 'POST',
      path: '/workspace/:workspaceId/holidays',
      access: 'workspace',
      rate: 'default',
      bodyLimit: 1024 * 1024,
    })
  })

  it.each([createHoliday, receiveHook])(
    'returns an entry for $id that ManifestRoute parses unchanged',
    (route) => {
      const published = toManifestRoute(route)
      expect(ManifestRoute.parse(JSON.parse(JSON.stringify(published)))).toEqual(published)
    },
  )
})

describe('ManifestRoute', () => {
  it('treats an unknown rate class as the default', () => {
    const newer = { ...toManifestRoute(receiveHook), rate: 'bulk' }
    expect(ManifestRoute.parse(newer)).toMatchObject({ id: 'receiveHook', rate: 'default' })
  })
})
