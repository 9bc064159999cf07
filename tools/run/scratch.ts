import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enoughBytes = 1024 ** 3

const hasRoom = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/**
 * Makes the folder for what the tests of a run write and throw away, removed when this process ends. In memory where the
 * machine has room: every commit of a database would wait for the disk.
 */
export const makeScratchFolder = (): string => {
  const folder = mkdtempSync(join(hasRoom(memory) ? memory : tmpdir(), 'wp-run-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
