import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { imageContents } from './image-contents.ts'

/** The same time for all files, so that equal contents make equal layers. */
const writtenAt = new Date(0)

/** Writes the contents of a service's image to a folder. */
export const writeImage = async (service: string, folder: string): Promise<void> => {
  const { files } = await imageContents(service)
  const folders = new Set<string>([folder])
  for (const [path, content] of files) {
    const file = join(folder, path)
    for (let parent = dirname(file); parent !== folder; parent = dirname(parent)) folders.add(parent)
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
    writeFileSync(file, content, { mode: 0o644 })
    utimesSync(file, writtenAt, writtenAt)
  }
  for (const each of folders) utimesSync(each, writtenAt, writtenAt)
}

if (import.meta.main) {
  const [service, folder] = process.argv.slice(2)
  if (!service || !folder) throw new Error('Usage: write-image.ts <service> <folder>')
  await writeImage(service, folder)
}
