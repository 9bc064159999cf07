import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAGIC = 0xbeefc0de
const META_OFFSET = 24
const META_BYTES = META_OFFSET + 136
const PROBE = fileURLToPath(new URL('./probe.ts', import.meta.url))

/** What a person reads who starts on a folder that cannot be read. */
export const toDamageError = (folder: string, reason: string): Error =>
  new Error(
    `The data in ${folder} is damaged: ${reason}. Keep the folder, and put back a copy of it; or begin with an empty ` +
      'folder and fill it from an export with "npm run wp -- db import"',
  )

/**
 * Refuses a file that lmdb would read beyond its end or could not read at all: it maps the file into memory, so that
 * would end the process with a bus error. Pages at the end may be free and never written, so a file that seems short is
 * read once as a whole, in a process that may die of it.
 */
export function checkFile(folder: string): void {
  const file = join(folder, 'data.mdb')
  const size = existsSync(file) ? statSync(file).size : 0
  if (size === 0) return
  const metas = readMetas(file)
  if (metas.length === 0) throw toDamageError(folder, 'data.mdb does not begin as a store does')
  const { lastPage, pageBytes } = metas.reduce((a, b) => (a.transaction > b.transaction ? a : b))
  const wanted = (lastPage + 1) * pageBytes
  if (size >= wanted) return
  const { status } = spawnSync(process.execPath, [PROBE, folder], { stdio: 'ignore' })
  if (status !== 0) throw toDamageError(folder, `data.mdb has ${size} bytes of ${wanted}`)
}

interface Meta {
  transaction: bigint
  lastPage: number
  pageBytes: number
}

/** The two heads of the file, each the state after one commit; a torn one is left out. */
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
