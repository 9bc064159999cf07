import type { SaleStore } from './sale-queue.ts'
import type { Owner, StoredSale } from './sale.rules.ts'

const databaseName = 'console-till'

let opened: Promise<IDBDatabase> | null = null

const settle = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The browser cannot store data'))
  })

const openDatabase = (): Promise<IDBDatabase> =>
  (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result
        .createObjectStore('sales', { keyPath: 'position', autoIncrement: true })
        .createIndex('owner', ['workspaceId', 'accountId'])
      request.result.createObjectStore('copies')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => {
      opened = null
      reject(request.error ?? new Error('The browser cannot store data'))
    }
  }))

/** Runs one request and waits until its transaction is on disk, so that a crash cannot undo it. */
const write = async (
  name: 'sales' | 'copies',
  work: (objects: IDBObjectStore) => IDBRequest,
): Promise<void> => {
  const database = await openDatabase()
  const transaction = database.transaction(name, 'readwrite', { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser cannot store data'))
  })
  work(transaction.objectStore(name))
  await done
}

/**
 * Keeps sales in IndexedDB. Positions increase in the order in which sales are added, even from several tabs.
 */
export const saleStore: SaleStore = {
  list: async ({ workspaceId, accountId }) => {
    const index = (await openDatabase()).transaction('sales').objectStore('sales').index('owner')
    return settle(index.getAll([workspaceId, accountId])) as Promise<StoredSale[]>
  },
  add: (sale) => write('sales', (objects) => objects.add(sale)),
  put: (sale) => write('sales', (objects) => objects.put(sale)),
  remove: (position) => write('sales', (objects) => objects.delete(position)),
}

const copyKey = ({ workspaceId, accountId }: Owner, name: string): string[] => [workspaceId, accountId, name]

/** Copies of the data that the till needs without a connection, such as products and prices. */
export const copies = {
  get: async <T>(owner: Owner, name: string): Promise<T | null> => {
    const objects = (await openDatabase()).transaction('copies').objectStore('copies')
    return ((await settle(objects.get(copyKey(owner, name)))) as T | undefined) ?? null
  },
  put: (owner: Owner, name: string, value: unknown): Promise<void> =>
    write('copies', (objects) => objects.put(value, copyKey(owner, name))),
  /** Deletes all copies of every account. */
  clear: (): Promise<void> => write('copies', (objects) => objects.clear()),
}
