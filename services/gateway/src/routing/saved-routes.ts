import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Manifest } from '@wp/http'
import { z } from 'zod'

/** What is saved between starts: manifests by key, OpenAPI documents by service, custom domains with the slugs of their stores. */
export const SavedRoutes = z.object({
  manifests: z.record(z.string(), Manifest),
  documents: z.record(z.string(), z.unknown()),
  domains: z.record(z.string(), z.string()).catch({}),
})
export type SavedRoutes = z.infer<typeof SavedRoutes>

/** The saved routes, or null when there are none or they cannot be read (a half-written or older file). */
export const readSavedRoutes = async (file: string): Promise<SavedRoutes | null> => {
  try {
    return SavedRoutes.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return null
  }
}

/** Replaces the file whole: a reader sees the old routes or the new ones, also after a crash. */
export const writeSavedRoutes = async (file: string, routes: SavedRoutes): Promise<void> => {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, JSON.stringify(routes))
  await rename(draft, file)
}
