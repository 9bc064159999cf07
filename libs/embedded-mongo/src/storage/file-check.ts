import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAGIC = 0xbeefc0de
const META_OFFSET = 24
const META_BYTES = META_OFFSET + 136
const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url))

/** Creates the error for a folder with damaged data, with instructions. */
export const toDamageError = (folder: string, reason: string): Error =>
  new Error(
    `The data in ${folder} is damaged: ${reason}. Keep the folder and restore a backup, or start with an empty ` +
      'folder and import an export with "npm run wp -- db import"',
  )

/**
 * Rejects a file that lmdb could not read. lmdb maps the file into memory, so reading beyond its end would crash the
 * process with a bus error. A file that seems too short may still be valid, because free pages at its end are never
 * written; it is read completely in a separate process that may crash.
 */
export function checkFile(folder: string): void {
  const file = join(folder, 'data.mdb')
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0) return
  const metas = readMetas(file)
  if (metas.length === 0) throw toDamageError(folder, 'data.mdb has an invalid header')
  const { lastPage, pageBytes } = metas.reduce((a, b) => (a.transaction > b.transaction ? a : b))
  const wanted = (lastPage + 1) * pageBytes
  if (size >= wanted) return
  const { status } = spawnSync(process.execPath, [PROBE, folder], { stdio: 'ignore' })
  if (status !== 0) throw toDamageError(folder, `data.mdb has only ${size} of ${wanted} bytes`)
}

interface Meta {
  transaction: bigint
  lastPage: number
  pageBytes: number
}

/** Returns the file's two headers, each describing the state after one commit. Omits a partly written header. */
function readMetas(file: string): Meta[] {
  const descriptor = openSync(file, 'r')
  try {
    const readAt = (offset: number): Meta | undefined => {
      const bytes = Buffer.alloc(META_BYTES)
      if (readSync(descriptor, bytes, 0, META_BYTES, offset) < META_BYTES) return undefined
      if (bytes.readUInt32LE(META_OFFSET) !== MAGIC) return undefined
      return {
        pageBytes: bytes.readUInt32LE(META_OFFSET + 24),
        lastPage: Number(bytes.readBigUInt64LE(META_OFFSET + 120)),
        transaction: bytes.readBigUInt64LE(META_OFFSET + 128),
      }
    }
    const first = readAt(0)
    const second = first === undefined ? undefined : readAt(first.pageBytes)
    return [first, second].filter((meta) => meta !== undefined)
  } finally {
    closeSync(descriptor)
  }
}
