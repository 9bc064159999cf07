import { isBuiltin } from 'node:module'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { allServices, repositoryRoot } from '@wp/local-platform'
import MagicString from 'magic-string'
import { rolldown } from 'rolldown'
import type { OutputChunk, Plugin } from 'rolldown'
import { bundleFolder } from './bundle-folder.ts'

/** Packages with native code, and optional packages that other packages try to load. */
const external = [
  /^node:/,
  '@node-rs/argon2',
  'sharp',
  /^@nestjs\/(microservices|websockets)/,
  'class-transformer',
  'class-validator',
  'bufferutil',
  'utf-8-validate',
  'kerberos',
  'snappy',
  'socks',
  'aws4',
  'gcp-metadata',
  'mongodb-client-encryption',
  '@mongodb-js/zstd',
  '@aws-sdk/credential-providers',
]

const packages = 'packages'

/** Declared in every file of the bundle. */
const here = '__bundleFolder'

/** Expressions that code uses to find files next to its source, and their replacements in the bundle. */
const locations: [pattern: RegExp, toCode: (source: string) => string][] = [
  [/\bimport\.meta\.dirname\b/g, (source) => `(${here} + ${JSON.stringify(`/${dirname(source)}`)})`],
  [
    /(?<!\.ts', )\bimport\.meta\.url\b/g,
    (source) => `new URL(${JSON.stringify(source)}, import.meta.url).href`,
  ],
  [/\bimport\.meta\.main\b/g, () => 'false'],
  [/\b__dirname\b/g, (source) => `(${here} + ${JSON.stringify(`/${dirname(source)}`)})`],
]

/** A thread's program, which becomes a file of the bundle. */
export const threadProgram = /new URL\('(\.\/[\w.-]+\.ts)', import\.meta\.url\)/g

const sourceLocations: Plugin = {
  name: 'source-locations',
  transform(code, id) {
    if (id.startsWith('\0')) return null
    const isPackage = id.includes('node_modules')
    const changed = new MagicString(code)
    if (!isPackage)
      changed.replaceAll(threadProgram, (_, file: string) => {
        const fileName = `${basename(file, '.ts')}.mjs`
        this.emitFile({ type: 'chunk', id: join(dirname(id), file), fileName })
        return `new URL('./${fileName}', import.meta.url)`
      })
    for (const [pattern, toCode] of isPackage ? locations.slice(-1) : locations)
      changed.replaceAll(pattern, toCode(relative(bundleFolder, id)))
    return changed.hasChanged()
      ? { code: changed.toString(), map: changed.generateMap({ hires: true }) }
      : null
  },
}

export type Bundle = {
  /** File name → content. */
  files: Map<string, string>
  /** The files that were bundled, as paths from the root of the repository. */
  sources: string[]
  /** The packages that stay outside. */
  external: string[]
}

/**
 * Bundles services with their libraries and packages. Loading one file takes a quarter of the time of a
 * thousand. `plugins` run before the bundle's own plugins.
 */
export const bundleServices = async (services: string[], plugins: Plugin[] = []): Promise<Bundle> => {
  const input = Object.fromEntries(
    services.map((name) => [name, join(repositoryRoot, 'services', name, 'src/main.ts')]),
  )
  const bundle = await rolldown({
    input,
    cwd: repositoryRoot,
    platform: 'node',
    external,
    // Nothing in this repository needs to be loaded only for its effects, so unused files of libraries and contracts
    // are left out.
    treeshake: { moduleSideEffects: [{ test: /^(?!.*node_modules)/, sideEffects: false }] },
    plugins: [...plugins, sourceLocations],
  })
  const { output } = await bundle.generate({
    dir: bundleFolder,
    format: 'esm',
    sourcemap: true,
    sourcemapExcludeSources: true,
    // V8 keeps the code of a program in memory, and needs twice as much for a file with characters beyond Latin-1.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
    banner: `const ${here} = import.meta.dirname`,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    codeSplitting: { groups: [{ name: packages, test: /node_modules/, entriesAware: true }] },
  })
  await bundle.close()
  const chunks = output.filter((file): file is OutputChunk => file.type === 'chunk')
  const names = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return {
    files: new Map(
      output
        .filter(({ fileName }) => !isPackageMap(fileName))
        .map((file) => [file.fileName, file.type === 'chunk' ? codeOf(file) : String(file.source)]),
    ),
    sources: [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))]
      .filter((id) => id.startsWith(repositoryRoot))
      .map((id) => relative(repositoryRoot, id))
      .toSorted(),
    external: [...new Set(imported.filter((name) => !names.has(name) && !isBuiltin(name)))].toSorted(),
  }
}

const isPackageMap = (file: string): boolean => file.startsWith(packages) && file.endsWith('.map')

/** Node reads all source maps at startup; those of packages would take 50 MB per process. */
const codeOf = ({ fileName, code }: OutputChunk): string =>
  fileName.startsWith(packages) ? code.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n') : code

const writeBundle = ({ files }: Bundle): void => {
  rmSync(bundleFolder, { recursive: true, force: true })
  mkdirSync(bundleFolder, { recursive: true })
  for (const [name, content] of files) writeFileSync(join(bundleFolder, name), content)
}

if (import.meta.main) writeBundle(await bundleServices(allServices()))
