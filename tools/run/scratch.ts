import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const enoughBytes = 1024 ** 3

const hasSpace = (folder: string): boolean => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/**
 * Creates a folder for temporary test data and removes it when this process exits. Uses a folder in memory if there
 * is space, because databases would otherwise wait for the disk at every commit.
 */
export const makeScratchFolder = (): string => {
  const folder = mkdtempSync(join(hasSpace(memory) ? memory : tmpdir(), 'wp-run-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
