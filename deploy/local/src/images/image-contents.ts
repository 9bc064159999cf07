import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import type { Plugin } from 'rolldown'
import { bundleServices, threadProgram } from '../bundle/bundle.ts'
import { bundleFolder } from '../bundle/bundle-folder.ts'
import {
  neededPackages,
  packageOfFile,
  readPackages,
  resolvePackage,
  runsOn,
  type Packages,
} from './locked-packages.ts'
import { toSbom } from './sbom.ts'
import { webPackages } from './web-packages.ts'

/** The files that a service's image adds to the Node image. */
export type ImageContents = {
  /** Path below the image's folder → content. */
  files: Map<string, Buffer>
  /** The repository and package files that the image consists of. */
  sources: string[]
}

/** The name of the list of packages in an image. */
export const sbomFile = 'sbom.cdx.json'

/** Files that are read at run time, by the source file that reads them. */
const readBySource: Record<string, string[]> = {
  'libs/texts/src/texts.ts': ['libs/texts/src/languages/*.json'],
  'services/console/src/config.ts': ['services/console/dist/**/*'],
  'services/gateway/src/pages/platform-document.ts': [
    'services/gateway/dist/recorded.json',
    'services/gateway/dist/webhooks.json',
  ],
  'services/gateway/src/reference/reference-pages.ts': [
    'services/gateway/assets/reference/*',
    'services/gateway/dist/events.html',
  ],
  'services/gateway/src/routing/route-claims.ts': ['services/gateway/dist/route-claims.json'],
  // Looks for the data of `npm start`, which is not in any image.
  'services/identity/src/operations/main.ts': [],
}

/** Proto files that packages read at run time, for health checks and reflection. */
const protosOfPackages: Record<string, string> = {
  'node_modules/grpc-health-check': 'proto/**/*.proto',
  'node_modules/@grpc/reflection': 'build/proto/grpc/**/*.proto',
}

/** A package for machines without a native one. */
const fallback = /\bsharp-wasm32\b/

const protos = 'protos/index.ts'

const filesMatching = (pattern: string): string[] => {
  const found = globSync(pattern, { cwd: repositoryRoot }).filter((file) =>
    statSync(join(repositoryRoot, file)).isFile(),
  )
  if (found.length === 0) throw new Error(`No file matches ${pattern}; run npm run build first`)
  return found
}

/**
 * Returns the files that a source file reads at run time. Throws when it may read files that are not listed
 * here.
 */
const filesReadBy = (source: string, code: string): string[] => {
  if (source === protos)
    return filesMatching('protos/*/v1/*.proto').filter((file) => code.includes(relative('protos', file)))
  const patterns = readBySource[source]
  if (patterns) return patterns.flatMap(filesMatching)
  const text = readFileSync(join(repositoryRoot, source), 'utf8').replaceAll(threadProgram, '')
  if (/\bimport\.meta\.(dirname|filename|url)\b/.test(text))
    throw new Error(`${source} finds files next to it; list them in image-contents.ts`)
  return []
}

/** Returns the paths of installed packages that stay outside the bundle, with their dependencies. */
const outsidePackages = (packages: Packages, service: string, external: string[], arch: string): string[] => {
  const found = external.map((name) => resolvePackage(packages, `services/${service}`, name))
  const needed = found.filter((path) => path !== null).flatMap((path) => [...neededPackages(packages, path)])
  return [...new Set(needed)]
    .filter((path) => runsOn(packages[path]!, arch) && !fallback.test(path))
    .toSorted()
}

const protosRead = (bundled: string[]): string[] =>
  Object.entries(protosOfPackages)
    .filter(([path]) => bundled.includes(path))
    .flatMap(([path, pattern]) => filesMatching(`${path}/${pattern}`))

/** Returns the files of an installed package, without those of packages inside it, which have their own entry. */
const filesOfPackage = (path: string): string[] =>
  filesMatching(`${path}/**/*`).filter((file) => !file.slice(path.length).includes('/node_modules/'))

/**
 * Returns the contents of a service's image: the bundled service, the files that it reads at run time,
 * packages with native code, and a list of all packages. Equal sources produce equal contents. `plugins` are
 * for the bundler.
 */
export const imageContents = async (
  service: string,
  { arch = process.arch, plugins = [] }: { arch?: string; plugins?: Plugin[] } = {},
): Promise<ImageContents> => {
  const packages = readPackages(repositoryRoot)
  const bundle = await bundleServices([service], plugins)
  const code = [...bundle.files].map(([name, text]) => (name.endsWith('.mjs') ? text : '')).join('\n')
  const own = bundle.sources.filter((file) => !file.includes('node_modules/'))
  const outside = outsidePackages(packages, service, bundle.external, arch)
  const found = bundle.sources.map((file) => packageOfFile(packages, file)).filter((path) => path !== null)
  const bundled = [...new Set(found)]
  const copied = [
    ...own.flatMap((file) => filesReadBy(file, code)),
    ...protosRead(bundled),
    // Only the packages for this machine's processor are installed.
    ...(arch === process.arch ? outside.flatMap(filesOfPackage) : []),
  ]
  const pages = webPackages(packages, repositoryRoot, `services/${service}/web`)
  const sbom = toSbom(packages, `services/${service}`, [...bundled, ...outside, ...pages])
  const folder = relative(repositoryRoot, bundleFolder)
  const files: [path: string, content: Buffer][] = [
    ...[...bundle.files].map(([name, text]): [string, Buffer] => [`${folder}/${name}`, Buffer.from(text)]),
    ...copied.map((file): [string, Buffer] => [file, readFileSync(join(repositoryRoot, file))]),
    [sbomFile, Buffer.from(sbom)],
    // Lets the entry point be the same in all images.
    ['main.mjs', Buffer.from(`import './${folder}/${service}.mjs'\n`)],
  ]
  return {
    files: new Map(files.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    sources: [...new Set([...bundle.sources, ...copied])].toSorted(),
  }
}

/** Returns a digest of the names and contents of all files. */
export const digestOf = ({ files }: Pick<ImageContents, 'files'>): string => {
  const hash = createHash('sha256')
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content)
  return `sha256:${hash.digest('hex')}`
}

export const bytesOf = ({ files }: Pick<ImageContents, 'files'>): number =>
  [...files.values()].reduce((sum, content) => sum + content.length, 0)
