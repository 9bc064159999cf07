import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../root.ts'

export type Package = { name: string; path: string }

/** Returns the packages of this repository. */
export const readPackages = (): Package[] =>
  globSync('{libs/*,services/*,deploy/*,protos,test,tools}/package.json', { cwd: root }).map((file) => {
    const { name } = JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string }
    return { name, path: dirname(file) }
  })

/** Finds a package by a name such as `scheduling`, `libs/http` or `@wp/http`; returns null when there is no match. */
export const findPackage = (packages: Package[], wanted: string): Package | null =>
  packages.find(
    ({ name, path }) => name === wanted || path === wanted || path.split('/').at(-1) === wanted,
  ) ?? null

/** Returns the packages that differ from `main`, including uncommitted changes, and their dependents. */
export const changedPackages = (): Package[] => {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  const output = execFileSync('turbo', ['ls', '--affected', '--output=json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return (JSON.parse(output.toString()) as { packages: { items: Package[] } }).packages.items
}

/** Lists the packages' test files individually, because a vitest filter such as `test/` would match most paths. */
export const listTestFiles = (packages: Package[]): string[] =>
  packages.flatMap(({ path }) =>
    globSync(`${path}/**/*.test.ts`, { cwd: root, exclude: (name) => name === 'node_modules' }),
  )
