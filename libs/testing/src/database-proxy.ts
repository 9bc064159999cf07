import { platform } from './platform.ts'
import { tcpProxy } from './tcp-proxy.ts'

/** A way to the database of the platform on which a process can be stopped in the middle of a transaction. */
export const databaseProxy = async () => {
  const url = new URL(platform().mongoUrl)
  const proxy = await tcpProxy(url.host)
  return {
    ...proxy,
    url: url.href.replace(url.host, proxy.address),
    /** Lets records be stored in a collection so many times; the next time nothing arrives any more, and this resolves. */
    holdAtInsert: (collection: string, times = 0): Promise<void> =>
      new Promise((resolve) => {
        let left = times
        const onInsert = () => {
          left -= 1
          if (left >= 0) return proxy.onNextRequest(onInsert, toInsert(collection))
          proxy.hold()
          resolve()
        }
        proxy.onNextRequest(onInsert, toInsert(collection))
      }),
  }
}

/** How the command begins on the wire: its name, then the length and the bytes of the collection's (BSON). */
const toInsert = (collection: string): string =>
  `insert\0${String.fromCharCode(collection.length + 1)}\0\0\0${collection}\0`
