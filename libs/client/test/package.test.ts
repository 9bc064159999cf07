import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundle, buildPackage } from '../build.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const kilobytes = (code: string) => gzipSync(code, { level: 9 }).byteLength / 1000

/** Builds the published package in the `node_modules` of a project that is removed after the test. */
const buildInProject = async () => {
  const project = mkdtempSync(join(tmpdir(), 'wp-client-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  const folder = join(project, 'node_modules/@workspace-platform/client')
  mkdirSync(folder, { recursive: true })
  await buildPackage(folder)
  return { project, folder }
}

describe('published package', () => {
  it('contains no imports and no platform code', async () => {
    const files = await bundle()
    expect(Object.keys(files).length).toBeGreaterThan(9)
    for (const code of Object.values(files)) {
      expect(code).not.toMatch(/(?:^|[;}])import\b|\bimport\(|\bfrom['"`]|require\(/)
      expect(code).not.toMatch(/ZodError|AppError|express/)
    }
  })

  it('does not exceed the size stated in the README', async () => {
    const { 'index.js': core, 'realtime.js': realtime, ...areas } = await bundle()
    const [, coreLimit, areaLimit, realtimeLimit] =
      /core is under ([\d.]+) kB gzipped, the routes of an area under ([\d.]+) kB, realtime ([\d.]+) kB/.exec(
        readme,
      )!
    expect(kilobytes(core!)).toBeLessThan(15)
    expect(kilobytes(core!)).toBeLessThan(Number(coreLimit))
    expect(kilobytes(realtime!)).toBeLessThan(Number(realtimeLimit))
    expect(Object.keys(areas).length).toBeGreaterThan(7)
    for (const code of Object.values(areas)) expect(kilobytes(code)).toBeLessThan(Number(areaLimit))
  })

  it('is readable, has source maps and a license, compiles every example in the README, and rejects misspelled names and unsupported arguments', async () => {
    const { project, folder } = await buildInProject()
    const code = readFileSync(join(folder, 'dist/index.js'), 'utf8')
    expect(code).toContain('createPlatformClient')
    expect(code.split('\n').length).toBeGreaterThan(200)
    expect(code).toContain('//# sourceMappingURL=index.js.map')
    const map = JSON.parse(readFileSync(join(folder, 'dist/index.js.map'), 'utf8')) as {
      sources: string[]
      sourcesContent: string[]
    }
    expect(map.sourcesContent).toHaveLength(map.sources.length)
    expect(map.sources.some((source) => source.endsWith('src/client.ts'))).toBe(true)
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toContain('MIT')
    const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join('\n')
    const wrong = `
// @ts-expect-error misspelled field
await createClient({ body: { nmae: 'Ali' } })
// @ts-expect-error field that is not in the reply
console.log(client.nmae)
// @ts-expect-error missing path parameter
await getReceiptFile()
// @ts-expect-error body for a route without a body
await listClients({ body: {} })
// @ts-expect-error query for a route without a query
await getReceiptFile({ params: { receiptId: '' }, query: { a: 1 } })
// @ts-expect-error misspelled filter
await listClients({ query: { serch: 'ali' } })
// @ts-expect-error progress for a call that sends no file
await createClient({ body: { name: 'Ali' }, onProgress: () => undefined })
const { pagination } = await listClients()
console.log(pagination.total, pagination.nextCursor)
// @ts-expect-error each() on a route without a list
createClient.each()
// @ts-expect-error CSV for a list that does not support it
await listClients.as('text/csv')
`
    writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(project, 'example.ts'), examples + wrong)
    const options = [
      '--noEmit',
      '--strict',
      '--types',
      '',
      '--lib',
      'es2024,dom,dom.iterable',
      '--module',
      'nodenext',
    ]
    const { stdout } = spawnSync('tsc', [...options, 'example.ts'], { cwd: project, encoding: 'utf8' })
    expect(stdout).toBe('')
  }, 180_000)
})
