import { mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { type Server, connect, createServer } from 'node:net'
import { join } from 'node:path'

/**
 * Locks a data folder for this process. Fails when another process has locked it. Uses an abstract socket on Linux
 * and a pipe on Windows, which the kernel releases even after kill -9. Other systems use a socket file, which is
 * replaced when no process listens on it.
 */
export async function lockFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<() => Promise<void>> {
  mkdirSync(folder, { recursive: true })
  const { dev, ino } = statSync(folder, { bigint: true })
  const name = `embedded-mongo-${dev}-${ino}`
  const server =
    platform === 'win32'
      ? await listen(`\\\\.\\pipe\\${name}`)
      : platform === 'linux'
        ? await listen(`\0${name}`)
        : await listenOnFile(socketFile(name))
  if (server === undefined)
    throw new Error(
      `The data folder ${folder} is in use by another process; stop it or choose another folder`,
    )
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}

/** The socket is not in the data folder, because socket paths are limited to about a hundred characters. */
const socketFile = (name: string): string => join('/tmp', `${name}.sock`)

/** Returns a server that listens on the address, or undefined when the address is in use. */
async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy())
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(address, () => resolve(server))
  })
}

async function listenOnFile(file: string): Promise<Server | undefined> {
  const server = await listen(file)
  if (server !== undefined || (await isListening(file))) return server
  // The file is renamed first, so that only one of several processes removes it.
  const stale = `${file}.${process.pid}`
  try {
    renameSync(file, stale)
    rmSync(stale, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return await listen(file)
}

const isListening = (file: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(file)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
