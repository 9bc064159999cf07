import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Lockfile = Record<
  string,
  { optionalDependencies?: Record<string, string>; hasInstallScript?: boolean }
>

const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 13)

/**
 * Returns optional packages that are missing from the lockfile. npm omits them silently when the registry does not
 * have them yet, and installing from the lockfile then fails on other platforms. To fix it, pin the parent to a
 * version whose optional packages all exist.
 */
export const missingPackages = (packages: Lockfile): string[] => {
  const held = new Set(Object.keys(packages).map(nameOf))
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !held.has(name))
      .map(([name, version]) => `${path} requires ${name}@${version}, which is missing from the lockfile`),
  )
}

/** Packages that report installations or uses to a third party, or exist only to ask for donations. */
const reporting =
  /^(@scarf\/.+|scarf-js|opencollective(-postinstall)?|@(nuxt|nuxtjs)\/(opencollective|telemetry)|@storybook\/telemetry|gatsby-telemetry|insight|universal-analytics)$/

/** Returns packages that report installations to a third party. Replace the package that depends on them. */
export const reportingPackages = (packages: Lockfile): string[] =>
  Object.keys(packages)
    .filter((path) => reporting.test(nameOf(path)))
    .map((path) => `${path} reports to a third party; remove the package that depends on it`)

/** Returns packages with an install script that `allowScripts` in package.json neither allows nor denies. */
export const undecidedScripts = (
  packages: Lockfile,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] =>
  Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => hasInstallScript && !(nameOf(path) in allowScripts))
    .map(([path]) => `${path} has an install script; add it to allowScripts in package.json`)

type Manifest = { allowScripts: Record<string, boolean> }

/** Folders with a separate lockfile. */
const folders = ['', 'tools/containers']

/** Returns all problems of the repository's lockfiles. */
export const lockfileProblems = (root: string): string[] =>
  folders.flatMap((folder) => {
    const packages = readPackages(join(root, folder))
    const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8')
    const { allowScripts } = JSON.parse(manifest) as Manifest
    return [
      ...missingPackages(packages),
      ...reportingPackages(packages),
      ...undecidedScripts(packages, allowScripts),
    ]
  })

const readPackages = (folder: string): Lockfile =>
  (JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Lockfile }).packages
