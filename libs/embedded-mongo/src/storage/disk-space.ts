import { statfs } from 'node:fs/promises'
import { fail } from '../errors.ts'

const RESERVE_BYTES = 64 * 1024 * 1024
const CHECK_MS = 1000

/** How many bytes are free where a folder lies. */
export type FreeBytes = (folder: string) => Promise<number>

/** Where the system does not tell, there is room until a commit fails. */
const freeBytesOf: FreeBytes = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}

/**
 * Keeps a reserve on the disk: also a delete needs pages of its own before it gives some back. While less than the
 * reserve is free, what adds data is refused and what removes some goes on.
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

  /** Fails with OutOfDiskSpace (14031) while the disk is nearly full; looks once a second, each time while it is. */
  async require(): Promise<void> {
    const now = performance.now()
    if (this.#isShort || now - this.#checkedAt >= CHECK_MS) {
      this.#checkedAt = now
      this.#isShort = (await this.#freeBytes(this.#folder)) < RESERVE_BYTES
    }
    if (this.#isShort)
      fail(
        'OutOfDiskSpace',
        `Less than ${RESERVE_BYTES / 1024 / 1024} MB are free on the disk of the database; it takes deletes only`,
      )
  }
}
