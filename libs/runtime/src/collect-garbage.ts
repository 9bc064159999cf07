import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const delayMs = 1000

/**
 * Frees once what loading and starting left behind, about 30 MB, which V8 would keep until there is traffic. Runs a second
 * after the start, when no request waits for it. Only the last-resort kind gives the young generation's pages back.
 */
export const collectGarbageAfterStart = (): void => {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, delayMs).unref()
}
