import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const delayMs = 1000

/**
 * Frees about 30 MB of garbage from startup, which V8 would keep until there is traffic. Runs a second after the start,
 * when no requests are waiting. Only a last-resort collection releases the pages of the young generation.
 */
export const collectGarbageAfterStart = (): void => {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, delayMs).unref()
}
