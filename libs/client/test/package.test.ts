import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bundle, buildPackage } from '../build.ts'

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
const kilobytes = (code: string) => gzipSync(code, { level: 9 }).byteLength / 1000

describe('published package', () => {
  it('contains no imports and no code of the platform', async () => {
    const files = await bundle()
    expect(Object.keys(files).length).toBeGreaterThan(9)
    for (const code of Object.values(files)) {
      expect(code).not.toMatch(/(?:^|[;}])import\b|\bimport\(|\bfrom['"`]|require\(/)
      expect(code).not.toMatch(/ZodError|AppError|express/)
    }
  })

  it('is not larger than stated in the README', async () => {
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

  it('compiles every example of the README and rejects misspelled names', async () => {
    const project = mkdtempSync(join(tmpdir(), 'wp-client-'))
    onTestFinished(() => rmSync(project, { recursive: true, force: true }))
    mkdirSync(join(project, 'node_modules/@workspace-platform'), { recursive: true })
    await buildPackage(join(project, 'node_modules/@workspace-platform/client'))
    const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code).join('\n')
    const wrong = `
// @ts-expect-error a misspelled field
await createClient({ body: { nmae: 'Ali' } })
// @ts-expect-error a field that is not in the reply
console.log(client.nmae)
// @ts-expect-error a missing parameter
await getReceiptFile()
// @ts-expect-error a body where the route takes none
await listClients({ body: {} })
// @ts-expect-error a query where the route takes none
await getReceiptFile({ params: { receiptId: '' }, query: { a: 1 } })
// @ts-expect-error a misspelled filter
await listClients({ query: { serch: 'ali' } })
// @ts-expect-error progress of a call that sends no file
await createClient({ body: { name: 'Ali' }, onProgress: () => undefined })
// @ts-expect-error each on a route without a list
createClient.each()
// @ts-expect-error a list without CSV
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
  })
})
