import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { checkFile } from '../storage/file-check.ts'
import { lockFolder } from '../storage/folder-lock.ts'
import { openStore } from '../storage/store.ts'

/**
 * Rewrites the data of a stopped database without free space and replaces the old file once the new one is on disk.
 * Returns the sizes before and after. Fails when the database is running.
 */
export async function compact(folder: string): Promise<{ before: number; after: number }> {
  const data = join(folder, 'data.mdb')
  const before = (await stat(data)).size
  const unlock = await lockFolder(folder)
  const copy = await mkdtemp(join(folder, 'compact-'))
  try {
    checkFile(folder)
    const { root } = openStore(folder)
    try {
      await root.backup(copy, true)
    } finally {
      await root.close()
    }
    await sync(join(copy, 'data.mdb'))
    await rename(join(copy, 'data.mdb'), data)
    await sync(folder)
    return { before, after: (await stat(data)).size }
  } finally {
    await rm(copy, { recursive: true, force: true })
    await unlock()
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
