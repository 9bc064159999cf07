import { setTimeout as pause } from 'node:timers/promises'
import { readIfThere } from '@wp/local-platform'

/** Longer than a reload takes, because the server does not report when it is done. */
const settleMs = 250

/** Makes the NATS server with this PID file reload its users. Returns false when it is not running. */
export const reloadNats = async (pidFile: string): Promise<boolean> => {
  const pid = Number(readIfThere(pidFile))
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 'SIGHUP')
  } catch {
    return false
  }
  await pause(settleMs)
  return true
}
