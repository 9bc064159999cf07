import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { servicesOf, watchSources } from './watch-sources.ts'

const running = ['identity', 'pos']

describe('servicesOf', () => {
  it.each([
    ['services/pos/src/invoices/invoice.rules.ts', ['pos']],
    ['services/pos/service.json', ['pos']],
    ['services/labs/src/main.ts', []],
    ['services/pos/test/invoices.test.ts', []],
    ['services/pos/README.md', []],
    ['libs/http/src/app.ts', running],
    ['libs/http/test/app.test.ts', []],
    ['protos/generated/pos.ts', running],
  ])('maps the changed file %s to the services %j', (file, services) => {
    expect(servicesOf(file, running)).toEqual(services)
  })
})

describe('watchSources', () => {
  it('restarts one service when its sources change and all services when a library changes, and reports a failed start', async () => {
    const root = mkdtempSync(join(tmpdir(), 'wp-watch-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    for (const folder of ['services/pos/src', 'services/identity/src', 'libs/http/src', 'protos'])
      mkdirSync(join(root, folder), { recursive: true })
    const restarted = new Set<string>()
    const lines: string[] = []
    const restart = async (service: string) => {
      restarted.add(service)
      if (service === 'identity') throw new Error('a comma is missing')
    }
    const platform = { services: { identity: [], pos: [] }, restart }
    const watching = watchSources(root, platform, (line) => void lines.push(line))
    onTestFinished(() => watching.close())
    writeFileSync(join(root, 'services/pos/src/main.ts'), '')
    await expect.poll(() => lines.join('\n')).toContain('pos restarted')
    expect([...restarted]).toEqual(['pos'])
    restarted.clear()
    writeFileSync(join(root, 'libs/http/src/app.ts'), '')
    await expect.poll(() => lines.join('\n')).toContain('identity failed to start:\na comma is missing')
    expect([...restarted].toSorted()).toEqual(['identity', 'pos'])
  })
})
