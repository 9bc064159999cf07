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

export interface DiskSpaceOptions {
  freeBytes?: FreeBytes | undefined
  /** The free space in bytes below which writes that add data are rejected; 64 MiB by default. */
  reserveBytes?: number | undefined
}

/**
 * Keeps some space free, because even a delete needs new pages before it frees others. Below the reserve, writes that
 * add data are rejected and deletes continue. Half of the free pages inside the file count as space, so that deletes
 * end the rejection; the other half may be too scattered for large documents.
 */
export class DiskSpace {
  readonly #folder: string
  readonly #reusableBytes: () => number
  readonly #freeBytes: FreeBytes
  readonly #reserveBytes: number
  #isShort = false
  #checkedAt = -Infinity

  constructor(folder: string, reusableBytes: () => number, options: DiskSpaceOptions = {}) {
    this.#folder = folder
    this.#reusableBytes = reusableBytes
    this.#freeBytes = options.freeBytes ?? freeBytesOf
    this.#reserveBytes = options.reserveBytes ?? RESERVE_BYTES
  }

  /**
   * Fails with OutOfDiskSpace (14031) while the disk is nearly full. Checks at most once a second, or on every call
   * while it is nearly full.
   */
  async require(): Promise<void> {
    const now = performance.now()
    if (this.#isShort || now - this.#checkedAt >= CHECK_MS) {
      this.#checkedAt = now
      const free = await this.#freeBytes(this.#folder)
      this.#isShort = free < this.#reserveBytes && free + this.#reusableBytes() / 2 < this.#reserveBytes
    }
    if (this.#isShort)
      fail(
        'OutOfDiskSpace',
        `Less than ${this.#reserveBytes / 1024 / 1024} MB are free on the disk of the database, so it accepts only reads and deletes. Free disk space, delete data, or stop the database and compact its folder.`,
      )
  }
}
