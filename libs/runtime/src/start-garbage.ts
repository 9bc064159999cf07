import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const calmMs = 1000

/**
 * Collects once what loading and starting left behind: V8 would keep it, about 30 MB, until traffic makes it look. Done a
 * second after the start, when nobody waits for it. Only the last-resort kind gives the young generation's pages back.
 */
export const collectStartGarbage = (): void => {
  setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect: unknown = runInNewContext('gc')
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, calmMs).unref()
}
