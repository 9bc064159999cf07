import { expect, test } from 'vitest'
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
  summary: 'Takes any content',
  access: open({ header: { name: 'x-proof', error: 'FORBIDDEN' } }),
  rawBody: true,
  rate: 'webhook',
  replies: { 204: null },
  fails: [],
})

test('a route is published with what routing, limits and tokens need, and nothing else', () => {
  expect(toManifestRoute(createHoliday)).toEqual({
    id: 'createHoliday',
    method: 'POST',
    path: '/workspace/:workspaceId/holidays',
    access: 'workspace',
    rate: 'default',
    bodyLimit: 1024 * 1024,
  })
})

test.each([createHoliday, receiveHook])('what is published of $id is read back unchanged', (route) => {
  const published = toManifestRoute(route)
  expect(ManifestRoute.parse(JSON.parse(JSON.stringify(published)))).toEqual(published)
})

test('a rate class of a newer build counts as the default one', () => {
  const newer = { ...toManifestRoute(receiveHook), rate: 'bulk' }
  expect(ManifestRoute.parse(newer)).toMatchObject({ id: 'receiveHook', rate: 'default' })
})
