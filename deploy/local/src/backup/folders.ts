import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export type FileSum = { bytes: number; sha256: string }

/** Copies a folder. Skips files that disappear in the meantime, such as unfinished uploads. */
export const copyFolder = (from: string, to: string): void => {
  for (const path of listFiles(from))
    if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path), { preserveTimestamps: true })
}

/** Returns the relative paths of all files in a folder. */
export const listFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .toSorted()

/** Returns the size and checksum of every file in a folder. */
export const sumFolder = async (folder: string): Promise<Record<string, FileSum>> => {
  const sums: Record<string, FileSum> = {}
  for (const path of listFiles(folder)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, path)), hash)
    sums[path] = { bytes: statSync(join(folder, path)).size, sha256: hash.digest('hex') }
  }
  return sums
}
