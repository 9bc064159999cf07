import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { allServices, repositoryRoot } from '@wp/local-platform'
import { describe, expect, it } from 'vitest'
import { bundleFolder, bundleOf } from '../src/bundle/bundle-folder.ts'

const run = promisify(execFile)

const readMap = (service: string): SourceMapPayload =>
  JSON.parse(readFileSync(`${bundleOf(service)}.map`, 'utf8')) as SourceMapPayload

describe('a bundled service', () => {
  it.each(allServices())('loads and lists its missing settings (%s)', async (service) => {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
    await expect(run(process.execPath, [bundleOf(service)], { env })).rejects.toMatchObject({
      code: 78,
      stderr: expect.stringContaining('NATS_URL: is not set'),
    })
  })

  it('has source maps that point to the source line', () => {
    const text = 'submit-overdue-attempts'
    const code = readFileSync(bundleOf('contests'), 'utf8')
    const before = code.slice(0, code.indexOf(text)).split('\n')
    const found = new SourceMap(readMap('contests')).findEntry(before.length - 1, before.at(-1)!.length)
    if (!('originalSource' in found)) throw new Error('No source')
    const lines = readFileSync(resolve(bundleFolder, found.originalSource), 'utf8').split('\n')
    expect(lines[found.originalLine]).toContain(text)
  })

  it('has source maps only for the code in this repository', () => {
    const { sources } = readMap('labs')
    const files = sources.map((source) => resolve(bundleFolder, source))
    expect(files).toContain(join(repositoryRoot, 'services/labs/src/service.ts'))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const packages = globSync('packages*.mjs', { cwd: bundleFolder })
    expect(packages.length).toBeGreaterThan(0)
    for (const file of packages) {
      expect(existsSync(join(bundleFolder, `${file}.map`))).toBe(false)
      expect(readFileSync(join(bundleFolder, file), 'utf8')).not.toContain('sourceMappingURL=packages')
    }
  })
})
