import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

const here = import.meta.dirname
const sourceManifest = join(here, 'package.json')
const keptManifest = join(here, 'package.source.json')

const areas = globSync('src/areas/*.ts', { cwd: here })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'errors')
  .toSorted()

/** The entries of the package and their sources in `src`, without extension. */
const entries: Record<string, string> = {
  index: 'index',
  realtime: 'realtime/index',
  'verify-webhook': 'webhooks/verify-webhook',
  ...Object.fromEntries(areas.map((name) => [name, `areas/${name}`])),
}

/** Returns the modules (file name → code), which import no other packages, as they arrive in browsers. */
export const bundle = (): Promise<Record<string, string>> => generate({ minify: true })

/** With source maps, the result also contains `<file>.map`. */
const generate = async (options: {
  minify?: boolean
  sourcemap?: boolean
}): Promise<Record<string, string>> => {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, join(here, `src/${source}.ts`)]),
  )
  const build = await rolldown({ input, platform: 'neutral', external: () => false })
  const { output } = await build.generate({ format: 'es', chunkFileNames: '[name].js', ...options })
  await build.close()
  return Object.fromEntries(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  )
}

const writeTypes = (folder: string): void => {
  const { status, stdout } = spawnSync('tsc', ['-p', join(here, 'tsconfig.build.json'), '--outDir', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`tsc failed:\n${stdout}`)
  for (const file of globSync('**/*.d.ts', { cwd: folder })) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

/** Writes the modules with source maps, not minified, and their types. */
const writeModules = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(await generate({ sourcemap: true })))
    writeFileSync(join(folder, name), text)
  writeTypes(join(folder, 'types'))
}

/** Returns the package.json of the published package. */
const publishedManifest = (): string => {
  const source = JSON.parse(
    readFileSync(existsSync(keptManifest) ? keptManifest : sourceManifest, 'utf8'),
  ) as Record<string, unknown>
  const { name, version, description, license, type, sideEffects } = source
  // A provenance statement is accepted only if it names the repository that built the package.
  const repository = process.env['GITHUB_REPOSITORY']
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    ...(repository && {
      repository: { type: 'git', url: `git+${process.env['GITHUB_SERVER_URL']}/${repository}.git` },
    }),
    engines: { node: '>=20' },
    files: ['dist'],
    exports: Object.fromEntries(
      Object.entries(entries).map(([entry, path]) => [
        entry === 'index' ? '.' : `./${entry}`,
        { types: `./dist/types/${path}.d.ts`, default: `./dist/${entry}.js` },
      ]),
    ),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const copyLicence = (folder: string): void =>
  copyFileSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'))

/** Builds the published package in the given folder. */
export const buildPackage = async (folder: string): Promise<void> => {
  await writeModules(join(folder, 'dist'))
  writeFileSync(join(folder, 'package.json'), publishedManifest())
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyLicence(folder)
}

/** Puts the published package.json and the license into this folder while npm packs it. */
const beforePacking = async (): Promise<void> => {
  await writeModules(join(here, 'dist'))
  const manifest = publishedManifest()
  if (!existsSync(keptManifest)) renameSync(sourceManifest, keptManifest)
  writeFileSync(sourceManifest, manifest)
  copyLicence(here)
}

const afterPacking = (): void => {
  if (existsSync(keptManifest)) renameSync(keptManifest, sourceManifest)
  rmSync(join(here, 'LICENSE'), { force: true })
}

if (import.meta.main) {
  if (process.argv.includes('--before-packing')) await beforePacking()
  else if (process.argv.includes('--after-packing')) afterPacking()
  else await writeModules(join(here, 'dist'))
}
