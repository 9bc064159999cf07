import type { RawCall } from './call.ts'

export type Progress = { sentBytes: number; totalBytes: number }
export type OnProgress = (progress: Progress) => void

/** Converts fields and files to a form and omits undefined values. */
const toForm = (fields: Readonly<Record<string, unknown>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value)
    else if (value !== undefined) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return form
}

/** The part of XMLHttpRequest that the client uses; only browsers have it. */
type BrowserRequest = {
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  send(body: unknown): void
  abort(): void
  getAllResponseHeaders(): string
  responseType: string
  readonly response: ArrayBuffer
  readonly status: number
  readonly upload: { onprogress: (event: { loaded: number; total: number }) => void }
  onload: () => void
  onerror: () => void
  onabort: () => void
}

const browserRequest = (): (new () => BrowserRequest) | undefined =>
  (globalThis as unknown as { XMLHttpRequest?: new () => BrowserRequest }).XMLHttpRequest

/** Sends a request like `fetch` and reports the upload progress. */
export const fetchWithProgress = (
  [url, init]: [string, RequestInit],
  onProgress: OnProgress,
  send: typeof fetch,
): Promise<Response> => {
  const Request = browserRequest()
  return Request
    ? sendInBrowser(new Request(), url, init, onProgress)
    : sendStream(url, init, onProgress, send)
}

/** Browsers report upload progress only for XMLHttpRequest. */
const sendInBrowser = (
  request: BrowserRequest,
  url: string,
  { method, headers, body, signal }: RequestInit,
  onProgress: OnProgress,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const abort = () => request.abort()
    request.open(method!, url)
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.responseType = 'arraybuffer'
    request.upload.onprogress = ({ loaded, total }) => onProgress({ sentBytes: loaded, totalBytes: total })
    request.onload = () => {
      signal?.removeEventListener('abort', abort)
      const { response, status } = request
      const content = response.byteLength > 0 ? response : null
      resolve(new Response(content, { status, headers: headersOf(request.getAllResponseHeaders()) }))
    }
    request.onerror = () => reject(new TypeError('The connection failed'))
    request.onabort = () => reject(signal?.reason as Error)
    if (signal?.aborted) return reject(signal.reason as Error)
    signal?.addEventListener('abort', abort, { once: true })
    request.send(body)
  })

const headersOf = (lines: string): [string, string][] =>
  lines
    .trim()
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])

const chunkBytes = 64 * 1024

/** Without XMLHttpRequest, the body is sent as a stream, and chunks count as sent once they have been read. */
const sendStream = async (
  url: string,
  init: RequestInit,
  onProgress: OnProgress,
  send: typeof fetch,
): Promise<Response> => {
  const encoded = new Response(init.body)
  const headers = new Headers(init.headers)
  const type = encoded.headers.get('content-type')
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  const content = await encoded.blob()
  let sentBytes = 0
  const counted = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = content.slice(sentBytes, sentBytes + chunkBytes)
      if (part.size === 0) return controller.close()
      controller.enqueue(new Uint8Array(await part.arrayBuffer()))
      sentBytes += part.size
      onProgress({ sentBytes, totalBytes: content.size })
    },
  })
  return send(url, { ...init, headers, body: counted, duplex: 'half' } as RequestInit)
}

/** Returns the call with its form fields, if any, as the body. */
export const withForm = ({ form, ...call }: RawCall & { form?: Record<string, unknown> }): RawCall =>
  form ? { ...call, body: toForm(form) } : call
