import { setTimeout as pause } from 'node:timers/promises'
import { readIfThere } from '@wp/local-platform'

/** How long the server takes to read its configuration, and more: nobody tells when it has. */
const settleMs = 250

/** Makes the server of this process id file read its users again; false when none runs. */
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
