import { setTimeout as pause } from 'node:timers/promises'
import { readIfThere } from '@wp/local-platform'

/** More than the server needs to reload; it does not report when it is done. */
const settleMs = 250

/** Reloads the users of the NATS server with this process id file; returns false when none is running. */
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
