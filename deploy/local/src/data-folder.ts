import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runs in two processes at once would ruin the data; `release` lets the next one in. */
export const claimDataFolder = (dataDir: string): { release: () => void } => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  const lock = join(dataDir, 'runner.pid')
  const owner = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : 0
  if (owner !== process.pid && isRunning(owner)) {
    throw new Error(`The platform runs already on ${dataDir} (process ${owner}). Stop that one first.`)
  }
  writeFileSync(lock, `${process.pid}`)
  return { release: () => rmSync(lock, { force: true }) }
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
