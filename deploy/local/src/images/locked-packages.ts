import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Names = Record<string, string>
type Package = {
  name?: string
  version?: string
  license?: string
  integrity?: string
  link?: boolean
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
}
/** The `packages` of package-lock.json: path → package. */
export type Packages = Record<string, Package>

export const readPackages = (root: string): Packages =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages }).packages

/** Returns the paths of a package and of all packages that it needs at run time. */
export const neededPackages = (packages: Packages, from: string): Set<string> => {
  const needed = new Set<string>()
  const waiting = [from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (needed.has(path)) continue
    needed.add(path)
    waiting.push(...dependenciesOf(packages, path))
  }
  return needed
}

/** Returns the paths of the packages that a package depends on, as far as the lockfile contains them. */
export const dependenciesOf = (packages: Packages, path: string): string[] => {
  const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    .map((name) => resolvePackage(packages, path, name))
    .filter((found) => found !== null)
}

/** Resolves a package like Node, in the `node_modules` of the importing package and of each parent folder. */
export const resolvePackage = (packages: Packages, from: string, name: string): string | null => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const found = packages[path]
    if (found) return found.link ? (found.resolved ?? null) : path
    if (folder === '') return null
  }
}

/** Returns the path of the package that contains a file, or null for a file of no package. */
export const packageOfFile = (packages: Packages, file: string): string | null => {
  for (let folder = file; folder !== ''; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0)))
    if (packages[folder]) return folder
  return null
}

/** Returns whether npm installs a package in an image, which is Linux with glibc, for a processor such as `arm64`. */
export const runsOn = ({ os = ['linux'], cpu, libc = ['glibc'] }: Package, arch: string): boolean =>
  os.includes('linux') && libc.includes('glibc') && (cpu === undefined || cpu.includes(arch))
