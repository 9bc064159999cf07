import { statfs } from 'node:fs/promises'
import { fail } from '../errors.ts'

const RESERVE_BYTES = 64 * 1024 * 1024
const CHECK_MS = 1000

/** Returns the free space in bytes on the disk that contains a folder. */
export type FreeBytes = (folder: string) => Promise<number>

/** Assumes unlimited space when the system does not report it; a commit then fails when the disk is full. */
const freeBytesOf: FreeBytes = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/**
 * Keeps some disk space free, because even a delete needs new pages before it frees others. Below the reserve, writes
 * that add data are rejected and deletes continue.
 */
export class DiskSpace {
  readonly #folder: string
  readonly #freeBytes: FreeBytes
  #isShort = false
  #checkedAt = -Infinity

  constructor(folder: string, freeBytes: FreeBytes = freeBytesOf) {
    this.#folder = folder
    this.#freeBytes = freeBytes
  }

  /**
   * Fails with OutOfDiskSpace (14031) while the disk is nearly full. Checks once a second, or on every call while it
   * is full.
   */
  async require(): Promise<void> {
    const now = performance.now()
    if (this.#isShort || now - this.#checkedAt >= CHECK_MS) {
      this.#checkedAt = now
      this.#isShort = (await this.#freeBytes(this.#folder)) < RESERVE_BYTES
    }
    if (this.#isShort)
      fail(
        'OutOfDiskSpace',
        `Less than ${RESERVE_BYTES / 1024 / 1024} MB are free on the disk of the database; only deletes are accepted`,
      )
  }
}
