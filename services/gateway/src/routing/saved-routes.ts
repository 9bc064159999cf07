import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CustomDomain, Manifest } from '@wp/http'
import { z } from 'zod'

/** Saved between runs: manifests by key, OpenAPI documents and last manifests by service, and shops by custom domain. */
export const SavedRoutes = z.object({
  manifests: z.record(z.string(), Manifest),
  documents: z.record(z.string(), z.unknown()),
  // Missing in files from older versions.
  routes: z.record(z.string(), Manifest).catch({}),
  // Older versions saved only the slug.
  domains: z
    .record(z.string(), z.union([CustomDomain, z.string().transform((slug): CustomDomain => ({ slug }))]))
    .catch({}),
})
export type SavedRoutes = z.infer<typeof SavedRoutes>

/** Returns the saved routes, or null when the file is missing or invalid. */
export const readSavedRoutes = async (file: string): Promise<SavedRoutes | null> => {
  try {
    return SavedRoutes.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the file atomically, so that a crash leaves either the old or the new version. */
export const writeSavedRoutes = async (file: string, routes: SavedRoutes): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(routes))
  await rename(draft, file)
}
