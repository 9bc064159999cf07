import { createHash } from 'node:crypto'
import { cpSync, createReadStream, existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export type FileSum = { bytes: number; sha256: string }

/** Copies what a folder holds; what vanishes while it is copied, such as an upload in progress, is left out. */
export const copyFolder = (from: string, to: string): void => {
  for (const path of listFiles(from))
    if (existsSync(join(from, path))) cpSync(join(from, path), join(to, path), { preserveTimestamps: true })
}

/** The files of a folder, by their paths in it. */
export const listFiles = (folder: string): string[] =>
  globSync('**/*', { cwd: folder })
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile())
    .toSorted()

/** Size and checksum of every file of a folder. */
export const sumFolder = async (folder: string): Promise<Record<string, FileSum>> => {
  const sums: Record<string, FileSum> = {}
  for (const path of listFiles(folder)) {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, path)), hash)
    sums[path] = { bytes: statSync(join(folder, path)).size, sha256: hash.digest('hex') }
  }
  return sums
}
