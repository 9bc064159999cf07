import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Lockfile = Record<string, { optionalDependencies?: Record<string, string> }>

/**
 * Returns optional packages that are missing from the lockfile. npm omits them silently when the registry does not
 * have them yet, and installing from the lockfile then fails on other platforms. To fix it, pin the parent to a
 * version whose optional packages all exist.
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
