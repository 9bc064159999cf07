import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const gatewayFile = (dataDir: string): string => join(dataDir, 'gateway-url')

/** Returns the gateway address of the platform that is using a data folder, or null. */
export const findGateway = (dataDir: string): string | null =>
  existsSync(gatewayFile(dataDir)) ? readFileSync(gatewayFile(dataDir), 'utf8') : null

type Claim = {
  /** Stores the gateway address so that other commands can find it. */
  announce: (gatewayUrl: string) => void
  /** Allows other processes to use the folder. */
  release: () => void
}

/**
 * Locks a data folder for this process. Throws when another platform is using it, because two would corrupt the data.
 */
export const claimDataFolder = (dataDir: string): Claim => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const lock = join(dataDir, 'runner.pid')
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (owner !== process.pid && isRunning(owner)) {
    throw new Error(`The platform is already running on ${dataDir} (process ${owner}). Stop it first.`)
  }
  writeFileSync(lock, `${process.pid}`)
  return {
    announce: (gatewayUrl) => writeFileSync(gatewayFile(dataDir), gatewayUrl),
    release: () => {
      rmSync(gatewayFile(dataDir), { force: true })
      rmSync(lock, { force: true })
    },
  }
}

const isRunning = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const commandLine = `/proc/${pid}/cmdline`
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('node')
}
