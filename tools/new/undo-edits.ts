// Undoes the edits of `edits.ts` for a service that is removed. Each function returns the new text; the formatter runs
// afterward.

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

const without = <Value>(record: Record<string, Value>, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

type Manifest = { devDependencies: Record<string, string> }

/** Removes a service from the dependencies of `tools` or `test`. */
export const outOfManifest = (text: string, service: string): string => {
  const manifest = JSON.parse(text) as Manifest
  return toJson({ ...manifest, devDependencies: without(manifest.devDependencies, [`@wp/${service}`]) })
}

type Lockfile = { packages: Record<string, Partial<Manifest>> }

export const outOfLockfile = (text: string, service: string): string => {
  const lockfile = JSON.parse(text) as Lockfile
  const kept = Object.entries(lockfile.packages)
    .filter(
      ([path]) => path !== `node_modules/@wp/${service}` && !`${path}/`.startsWith(`services/${service}/`),
    )
    .map(([path, entry]) => {
      const { devDependencies } = entry
      if (!['test', 'tools'].includes(path) || !devDependencies) return [path, entry]
      return [path, { ...entry, devDependencies: without(devDependencies, [`@wp/${service}`]) }]
    })
  return toJson({ ...lockfile, packages: Object.fromEntries(kept) as Lockfile['packages'] })
}
