import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Lockfile = Record<string, { optionalDependencies?: Record<string, string> }>

/**
 * Optional packages that a package of the lockfile asks for and the lockfile does not hold, as one line each. npm leaves
 * them out without a word when the registry lacks them on the day the lockfile is made; another platform then cannot
 * install from it. Pin the asking package to a version whose optional packages all exist.
 */
export const missingPackages = (packages: Lockfile): string[] => {
  const held = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)),
  )
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !held.has(name))
      .map(([name, version]) => `${path} asks for ${name}@${version}, which the lockfile lacks`),
  )
}

export const readLockfile = (root: string): Lockfile =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lockfile }).packages
