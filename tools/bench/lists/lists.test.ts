import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { allRoutes } from '@wp/gateway/contracts'
import type { Route } from '@wp/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAccepted, unlistedRoutes } from './accepted.ts'
import { combinationsOf, examineList, isHeavy } from './check.ts'
import { databasesOn } from './database.ts'
import { listScenes } from './scenes.ts'

const size = 2000

const paging = ['page', 'limit', 'after']
const hasFilters = ({ method, query }: Route): boolean => {
  const parameters = Object.keys((query as { shape?: object } | undefined)?.shape ?? {})
  return method === 'GET' && parameters.includes('page') && parameters.some((name) => !paging.includes(name))
}

describe('combinationsOf', () => {
  it('combines every filter with every other one and with every sort', () => {
    const sessions = listScenes.find(({ id }) => id === 'listSessions')!
    const found = combinationsOf(sessions, new Date(0), 2).map(({ names }) => names.join(' '))
    expect(found).toContain('sort=newest')
    expect(found).toContain('staffId status sort=date')
    expect(found).toContain('clientId range sort=newest')
    expect(found).not.toContain('staffId clientId status sort=date')
  })
})

describe('listScenes', () => {
  let dataDir: string
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'wp-lists-'))
    server = await startServer({ dataDir })
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('has a scene for every list with filters or sorts', async () => {
    const expected = (await allRoutes()).map(({ route }) => route).filter(hasFilters)
    const missing = expected
      .map(({ id }) => id)
      .filter((id) => !(id in unlistedRoutes) && !listScenes.some((scene) => scene.id === id))
    expect(missing).toEqual([])
  })

  it.each(listScenes)(
    'examines at most ten times what $id returns',
    async (scene) => {
      const pages = await examineList(scene, { open: databasesOn(server.uri), size, maxFilters: 2 })
      expect(pages.filter((page) => isHeavy(page) && !isAccepted(page))).toEqual([])
      expect(pages.some(({ returned }) => returned > 0)).toBe(true)
    },
    60_000,
  )
})
