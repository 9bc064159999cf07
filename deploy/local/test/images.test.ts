import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { allServices, repositoryRoot } from '@wp/local-platform'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { digestOf, imageContents, sbomFile, type ImageContents } from '../src/images/image-contents.ts'
import { neededPackages, packageOfFile, readPackages } from '../src/images/locked-packages.ts'
import { writeImage } from '../src/images/write-image.ts'

const packages = readPackages(repositoryRoot)
const images = new Map<string, ImageContents>()

beforeAll(async () => {
  for (const service of allServices()) images.set(service, await imageContents(service))
}, 300_000)

const sourcesOf = (service: string): string[] => images.get(service)!.sources

/** Returns the services whose image contains a file. */
const usersOf = (file: string): string[] =>
  allServices().filter((service) => sourcesOf(service).includes(file))

/** Returns the services, of those given, whose image changes with a file. */
const changedBy = async (file: string, services: string[]): Promise<string[]> => {
  const edit = {
    name: 'edit',
    transform: (code: string, id: string) =>
      id === join(repositoryRoot, file) ? { code: `${code}\nglobalThis.edited = 1\n`, map: null } : null,
  }
  const changed: string[] = []
  for (const service of services) {
    const edited = await imageContents(service, { plugins: [edit] })
    if (digestOf(edited) !== digestOf(images.get(service)!)) changed.push(service)
  }
  return changed
}

describe('imageContents', () => {
  it.each(allServices())(
    'takes sources only from %s, its libraries and the contracts it imports',
    (service) => {
      const needed = neededPackages(packages, `services/${service}`)
      const own = sourcesOf(service).filter((file) => !file.includes('node_modules/'))
      expect(own).toContain(`services/${service}/src/main.ts`)
      expect(own.filter((file) => !needed.has(packageOfFile(packages, file)!))).toEqual([])
      const foreign = own.filter(
        (file) => file.startsWith('services/') && !file.startsWith(`services/${service}/`),
      )
      expect(
        foreign.filter((file) => /(main|service|\.(handlers|actions|store|rpc))\.ts$/.test(file)),
      ).toEqual([])
    },
  )

  it('changes only the images that contain an edited file', async () => {
    const inService = 'services/labs/src/lab-tests/lab-test.handlers.ts'
    expect(usersOf(inService)).toEqual(['labs'])
    expect(await changedBy(inService, ['labs', 'pos', 'webhooks'])).toEqual(['labs'])
    const inLibrary = 'libs/files/src/local-files.ts'
    expect(usersOf(inLibrary)).toEqual(['finance', 'scheduling', 'storefront'])
    expect(await changedBy(inLibrary, ['finance', 'pos'])).toEqual(['finance'])
    const proto = 'protos/pos/v1/pos.proto'
    expect(usersOf(proto)).toContain('pos')
    expect(usersOf(proto)).not.toContain('contests')
  }, 300_000)

  it('has the same contents when it is built again', async () => {
    for (const service of ['identity', 'storefront'])
      expect(digestOf(await imageContents(service))).toBe(digestOf(images.get(service)!))
  }, 120_000)

  it('lists only the packages in the image', () => {
    type Component = { name: string; purl: string; version: string; 'bom-ref': string; hashes?: object[] }
    type Sbom = {
      bomFormat: string
      metadata: { component: Component }
      components: Component[]
      dependencies: { ref: string; dependsOn: string[] }[]
    }
    const sbomOf = (service: string) =>
      JSON.parse(images.get(service)!.files.get(sbomFile)!.toString('utf8')) as Sbom
    for (const service of allServices()) {
      const { bomFormat, metadata, components, dependencies } = sbomOf(service)
      expect(bomFormat).toBe('CycloneDX')
      expect(metadata.component).toMatchObject({ type: 'application', name: `@wp/${service}` })
      const refs = new Set([metadata.component, ...components].map((each) => each['bom-ref']))
      expect(refs.size).toBe(components.length + 1)
      expect(
        dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
      ).toEqual([])
      const names = components.map(({ name }) => name)
      for (const tool of ['vitest', 'rolldown', 'vite', 'typescript', 'lmdb'])
        expect(names).not.toContain(tool)
      const outside = components.filter(
        ({ purl }) => !/^pkg:npm\/(%40wp\/|%40workspace-platform\/)/.test(purl),
      )
      expect(outside.length).toBeGreaterThan(20)
      for (const { hashes } of outside)
        expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }])
    }
    const holders = (name: string) =>
      allServices().filter((service) => sbomOf(service).components.some((each) => each.name === name))
    expect(holders('sharp')).toEqual(['storefront'])
    expect(holders('react')).toEqual(['console'])
    expect(holders('@node-rs/argon2')).toEqual(['identity'])
  })
})

describe('writeImage', () => {
  it.each(['identity', 'storefront', 'gateway', 'console'])(
    'writes a folder from which %s starts without this repository',
    async (service) => {
      const folder = mkdtempSync(join(tmpdir(), 'wp-image-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      await writeImage(service, folder)
      const started = promisify(execFile)(process.execPath, ['--enable-source-maps', 'main.mjs'], {
        cwd: folder,
        env: { PATH: process.env['PATH'] },
      })
      await expect(started).rejects.toMatchObject({
        code: 78,
        stderr: expect.stringContaining('NATS_URL: is not set'),
      })
    },
    60_000,
  )
})
