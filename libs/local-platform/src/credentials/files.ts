import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates a folder that only its owner can open. */
export const privateFolder = (folder: string): string => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  return folder
}

/** Atomically writes a file that only its owner can read. */
export const writePrivate = (file: string, content: string): void => {
  if (existsSync(file) && readFileSync(file, 'utf8') === content) return chmodSync(file, 0o600)
  privateFolder(dirname(file))
  writeFileSync(`${file}.new`, content, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Returns a file's content, or null if the file does not exist. */
export const readIfThere = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8') : null
