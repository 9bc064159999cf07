import { readFileSync, rmSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

type Names = Record<string, string>
type Package = {
  link?: boolean
  resolved?: string
  dependencies?: Names
  optionalDependencies?: Names
  peerDependencies?: Names
}
/** The `packages` of package-lock.json: path → package. */
export type Packages = Record<string, Package>

/**
 * Returns the paths of all packages that a package needs at run time. `npm ci --omit=dev --workspace` installs more,
 * because it also follows development dependencies on other workspaces.
 */
export const neededPackages = (packages: Packages, from: string): Set<string> => {
  const needed = new Set<string>()
  const waiting = [from]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (needed.has(path)) continue
    needed.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = resolve(packages, path, name)
      if (found !== null) waiting.push(found)
    }
  }
  return needed
}

/** Resolves a package like Node, in the `node_modules` of the importing package and of each parent folder. */
const resolve = (packages: Packages, from: string, name: string): string | null => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const found = packages[path]
    if (found) return found.link ? (found.resolved ?? null) : path
    if (folder === '') return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages }
  const needed = neededPackages(packages, process.argv[2] ?? '')
  for (const [path, { link }] of Object.entries(packages))
    if (path.includes('node_modules/') && !link && !needed.has(path))
      rmSync(path, { recursive: true, force: true })
}
