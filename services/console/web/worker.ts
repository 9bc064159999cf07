// The service worker of the console. It makes the pages open without a connection: it answers with the stored
// document and assets when the platform cannot be reached, and does not touch other requests, especially API
// requests.

type Extendable = Event & { waitUntil(work: Promise<unknown>): void }
type Fetching = Extendable & { request: Request; respondWith(response: Promise<Response>): void }
type WorkerScope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void
  clients: { claim(): Promise<void> }
}

const worker = globalThis as unknown as WorkerScope

/** The paths of the scripts, styles and fonts, written here by the build. */
const files = JSON.parse('%FILES%') as string[]
const documentPath = '/console'
const cachePrefix = 'console-'
const cacheName = `${cachePrefix}%VERSION%`

const store = async (): Promise<void> => {
  const cache = await caches.open(cacheName)
  await cache.addAll([documentPath, ...files])
}

const removeOldFiles = async (): Promise<void> => {
  const names = await caches.keys()
  await Promise.all(
    names
      .filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
      .map((name) => caches.delete(name)),
  )
  await worker.clients.claim()
}

/** Asks the platform first, so that a new version is shown immediately. */
const findDocument = async (request: Request): Promise<Response> => {
  const stored = () => caches.match(documentPath)
  try {
    const response = await fetch(request)
    return response.status < 500 ? response : ((await stored()) ?? response)
  } catch (error) {
    const found = await stored()
    if (!found) throw error
    return found
  }
}

/** The names of assets contain a hash of their content, so a stored one is never outdated. */
const findAsset = async (request: Request): Promise<Response> =>
  (await caches.match(request)) ?? fetch(request)

worker.addEventListener('install', (event) => event.waitUntil(store()))
worker.addEventListener('activate', (event) => event.waitUntil(removeOldFiles()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/console/assets/')) event.respondWith(findAsset(request))
  else if (request.mode === 'navigate' && /^\/console(\/|$)/.test(pathname))
    event.respondWith(findDocument(request))
})
