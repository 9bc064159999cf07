import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MongoClient } from 'mongodb'
import { withUser } from './database-user.ts'

let server: Awaited<ReturnType<typeof startServer>>
const dataDir = mkdtempSync(join(tmpdir(), 'wp-user-'))
beforeAll(async () => {
  server = await startServer({ dataDir })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const urlsOf = async (given: string): Promise<string[]> => {
  const urls: string[] = []
  await withUser(given, async (url) => void urls.push(url))
  return urls
}

describe('withUser', () => {
  it('does not change an address that has a user or whose server has no users', async () => {
    expect(await urlsOf('mongodb://ada:pw@127.0.0.1:1/')).toEqual(['mongodb://ada:pw@127.0.0.1:1/'])
    expect(await urlsOf(server.uri)).toEqual([server.uri])
  })

  it('creates a user for any other address, and removes it after the work', async () => {
    const commands: string[] = []
    const command = async (body: Record<string, unknown>) => {
      commands.push(Object.keys(body)[0]!)
      return { ok: 1 }
    }
    const close = vi.fn<() => Promise<void>>(async () => undefined)
    vi.spyOn(MongoClient, 'connect').mockResolvedValue({ db: () => ({ command }), close } as never)
    const [url] = await urlsOf('mongodb://db:27017/?replicaSet=rs0')
    expect(url).toMatch(/^mongodb:\/\/wp_tests:[\w-]+@db:27017\/\?replicaSet=rs0&authSource=admin$/)
    expect(commands).toEqual(['dropUser', 'createUser', 'dropUser'])
    expect(close).toHaveBeenCalledOnce()
  })
})
