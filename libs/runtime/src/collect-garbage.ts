import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const delayMs = 1000

/**
 * Frees about 30 MB of garbage from startup, which V8 would keep until there is traffic. Runs one second after
 * startup, when there is usually no traffic yet. Only a last-resort collection releases young-generation pages.
 */
export const collectGarbageAfterStart = (): void => {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, delayMs).unref()
}
