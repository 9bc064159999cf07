import { platform } from './platform.ts'
import { tcpProxy } from './tcp-proxy.ts'

/** Starts a proxy to the platform's database that can hold a process in the middle of a transaction. */
export const databaseProxy = async () => {
  const url = new URL(platform().mongoUrl)
  const proxy = await tcpProxy(url.host)
  return {
    ...proxy,
    url: throughProxy(url.href, proxy.address),
    /** Forwards this many inserts into a collection, then holds all traffic at the next insert and resolves. */
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
    /**
     * Holds traffic from the commit of the next transaction that inserts into a collection, then resolves;
     * either the commit does not reach the database, or its reply does not reach the process.
     */
    loseCommit: (collection: string, lost: 'request' | 'reply'): Promise<void> =>
      new Promise((resolve) => {
        const onCommit = () => {
          proxy.hold(lost === 'request' ? 'everything' : 'replies')
          resolve()
        }
        proxy.onNextRequest(() => proxy.onNextRequest(onCommit, 'commitTransaction'), toInsert(collection))
      }),
  }
}

/**
 * Returns the URL with another address. Without `directConnection`, the driver would connect to the members
 * that the server lists.
 */
export const throughProxy = (mongoUrl: string, address: string): string => {
  const url = new URL(mongoUrl)
  url.searchParams.delete('replicaSet')
  url.searchParams.set('directConnection', 'true')
  return url.href.replace(url.host, address)
}

/** Returns the start of the command in BSON: its name, then the length and bytes of the collection name. */
const toInsert = (collection: string): string =>
  `insert\0${String.fromCharCode(collection.length + 1)}\0\0\0${collection}\0`
