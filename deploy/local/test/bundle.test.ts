import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { allServices, repositoryRoot } from '@wp/local-platform'
import { describe, expect, it } from 'vitest'
import { bundleFolder, bundleOf } from '../src/bundle/bundle-folder.ts'

const run = promisify(execFile)

describe('a bundled service', () => {
  it.each(allServices())('loads and lists its missing settings (%s)', async (service) => {
    const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
    await expect(run(process.execPath, [bundleOf(service)], { env })).rejects.toMatchObject({
      code: 78,
      stderr: expect.stringContaining('NATS_URL: is not set'),
    })
  })

  it('has source maps for the code of this repository only', () => {
    const { sources } = JSON.parse(readFileSync(`${bundleOf('labs')}.map`, 'utf8')) as { sources: string[] }
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
