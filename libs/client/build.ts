import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

const here = import.meta.dirname

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

/** Returns the published modules (file name → code), which import no other packages. */
export const bundle = async (): Promise<Record<string, string>> => {
  const input = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [name, join(here, `src/${source}.ts`)]),
  )
  const build = await rolldown({ input, platform: 'neutral', external: () => false })
  const { output } = await build.generate({ format: 'es', minify: true, chunkFileNames: '[name].js' })
  await build.close()
  return Object.fromEntries(
    output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])),
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

/** Builds the package for publishing in the given folder. */
export const buildPackage = async (folder: string): Promise<void> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, code] of Object.entries(await bundle())) writeFileSync(join(folder, name), code)
  writeTypes(join(folder, 'types'))
  const { name, version, description, license, type, sideEffects } = JSON.parse(
    readFileSync(join(here, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  const exports = Object.fromEntries(
    Object.entries(entries).map(([name, source]) => [
      name === 'index' ? '.' : `./${name}`,
      { types: `./types/${source}.d.ts`, default: `./${name}.js` },
    ]),
  )
  const manifest = {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines: { node: '>=20' },
    exports,
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(here, 'README.md'), join(folder, 'README.md'))
  copyFileSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'))
}

if (import.meta.main) await buildPackage(join(here, 'dist'))
