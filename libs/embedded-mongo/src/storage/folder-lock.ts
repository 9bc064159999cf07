import { mkdirSync, statSync } from 'node:fs'
import { type Server, createServer } from 'node:net'

/**
 * Holds a data folder for this process. The lock is a name the kernel forgets when the process dies (an abstract
 * socket, on Windows a pipe), so a kill -9 leaves nothing stale. Fails when another process holds the folder.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true })
  const { dev, ino } = statSync(folder, { bigint: true })
  const name = `embedded-mongo-${dev}-${ino}`
  const server: Server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `The data folder ${folder} is in use by another process; stop it or choose another folder`,
            )
          : error,
      )
    })
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`, resolve)
  })
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}
