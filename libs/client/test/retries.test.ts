import { describe, expect, it } from 'vitest'
import { ApiError, ConnectionError, createPlatformClient } from '../src/index.ts'
import { contests } from '../src/areas/contests.ts'
import { finance } from '../src/areas/finance.ts'
import { scheduling } from '../src/areas/scheduling.ts'
import { failure, scriptedServer, testClock, type Step } from './scripted-server.ts'

const session = { token: 't1', refreshToken: 'r1', workspaceId: 'w1' }
const client = { id: 'c1', name: 'Ali' }
const unavailable: Step = { status: 503, body: failure('UNAVAILABLE') }

const open = async (...steps: Step[]) => {
  const server = await scriptedServer(...steps)
  const clock = testClock()
  const platform = createPlatformClient({ url: server.url, session, clock, random: () => 0.5 })
  return {
    ...server,
    waits: clock.waits,
    ...platform.use(scheduling),
    contests: platform.use(contests),
    finance: platform.use(finance),
  }
}

describe('retries', () => {
  it('retries a read with doubling delays while the platform is unavailable', async () => {
    const { getClient, seen, waits } = await open('break', unavailable, { status: 200, body: { client } })
    expect(await getClient({ params: { clientId: 'c1' } })).toEqual({ client })
    expect(seen).toHaveLength(3)
    expect(waits).toEqual([125, 250])
  })

  it('waits for Retry-After plus a random delay', async () => {
    const busy: Step = { status: 429, body: failure('RATE_LIMITED'), headers: { 'retry-after': '2' } }
    const { listClients, waits } = await open(busy, { status: 200, body: { clients: [] } })
    await listClients()
    expect(waits).toEqual([2125])
  })

  it('throws immediately when Retry-After is too long', async () => {
    const busy: Step = { status: 429, body: failure('RATE_LIMITED'), headers: { 'retry-after': '3600' } }
    const { listClients, seen } = await open(busy)
    await expect(listClients()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3600 })
    expect(seen).toHaveLength(1)
  })

  it('supports a date in Retry-After', async () => {
    const at = new Date(4_000).toUTCString()
    const busy: Step = { status: 503, body: failure('UNAVAILABLE'), headers: { 'retry-after': at } }
    const { listClients, waits } = await open(busy, { status: 200, body: { clients: [] } })
    await listClients()
    expect(waits).toEqual([4125])
  })

  it('sends the same Idempotency-Key for every retry and a new one for the next call', async () => {
    const running: Step = { status: 409, body: failure('IDEMPOTENCY_IN_PROGRESS') }
    const made: Step = { status: 201, body: { client } }
    const { createClient, seen } = await open('break', running, made)
    await createClient({ body: { name: 'Ali' } })
    await createClient({ body: { name: 'Ali' } })
    const keys = seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  it('uses the given key, and does not retry when the key is null', async () => {
    const made: Step = { status: 201, body: { client } }
    const { createClient, seen } = await open(made, made, unavailable)
    await createClient({ body: { name: 'Ali' }, idempotencyKey: 'mine' })
    await createClient({ body: { name: 'Ali' }, headers: { 'Idempotency-Key': 'mine too' } })
    await expect(createClient({ body: { name: 'Ali' }, idempotencyKey: null })).rejects.toThrow(ApiError)
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['mine', 'mine too', undefined])
  })

  it('does not retry a change without a key when the reply is lost', async () => {
    const { updateClient, seen } = await open('break')
    const change = updateClient({ params: { clientId: 'c1' }, body: { name: 'Ali' } })
    await expect(change).rejects.toThrow(ConnectionError)
    expect(seen).toHaveLength(1)
  })

  it('retries a PUT and the start of an attempt when the reply is lost', async () => {
    const sheet = { attempt: { id: 'a1' }, token: 'x' }
    const { orderSessionFields, contests, seen } = await open(
      'break',
      { status: 200, body: { fields: [] } },
      'break',
      { status: 201, body: sheet },
    )
    await orderSessionFields({ body: { fieldIds: [] } })
    const params = { contestId: 'q1' }
    expect(await contests.startAttempt({ params, body: { name: 'Ali', phone: '+14155550123' } })).toEqual(
      sheet,
    )
    const keys = seen.map(({ method, headers }) => [method, headers['idempotency-key']])
    expect(keys).toEqual([
      ['PUT', undefined],
      ['PUT', undefined],
      ['POST', expect.any(String)],
      ['POST', keys[2]![1]],
    ])
  })

  it('retries a rate-limited change', async () => {
    const busy: Step = { status: 429, body: failure('RATE_LIMITED'), headers: { 'retry-after': '1' } }
    const { updateClient, seen } = await open(busy, { status: 200, body: { client } })
    await updateClient({ params: { clientId: 'c1' }, body: { name: 'Ali' } })
    expect(seen).toHaveLength(2)
  })

  it('throws the last error after three retries', async () => {
    const { listClients, seen } = await open(unavailable)
    await expect(listClients()).rejects.toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(seen).toHaveLength(4)
  })
})

describe('ApiError', () => {
  it('contains the code, details and request id of an error reply', async () => {
    const details = [{ path: 'name', message: 'is too long' }]
    const { createClient } = await open({ status: 422, body: failure('VALIDATION_FAILED', details) })
    const error = await createClient({ body: { name: '' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      code: 'VALIDATION_FAILED',
      message: 'VALIDATION_FAILED happened',
      details,
      requestId: 'r-1',
    })
  })

  it("is thrown for a proxy's error page", async () => {
    const { getClient } = await open({
      status: 400,
      body: '<h1>Bad</h1>',
      headers: { 'content-type': 'text/html' },
    })
    await expect(getClient({ params: { clientId: 'c1' } })).rejects.toMatchObject({
      status: 400,
      code: 'HTTP_400',
    })
  })
})

describe('calls', () => {
  it('throws the abort reason and does not retry when the call is aborted', async () => {
    const stop = new AbortController()
    const { listClients, seen } = await open(() => {
      stop.abort(new Error('aborted by the test'))
      return 'break'
    })
    await expect(listClients({ signal: stop.signal })).rejects.toThrow('aborted by the test')
    expect(seen).toHaveLength(1)
  })

  it('retries an attempt that timed out', async () => {
    const never: Step = () => new Promise<Step>(() => undefined)
    const server = await scriptedServer(never, { status: 200, body: { clients: [] } })
    const platform = createPlatformClient({
      url: server.url,
      session,
      timeoutMs: 50,
      retries: 100,
      clock: testClock(),
    })
    expect(await platform.use(scheduling).listClients()).toEqual({ clients: [] })
  })

  it('iterates over every record of a list with each(), and sends the filters for every page', async () => {
    const page = (names: string[], nextCursor: string | null): Step => ({
      status: 200,
      body: { clients: names.map((name) => ({ name })), pagination: { limit: 2, nextCursor } },
    })
    const { listClients, seen } = await open(page(['a', 'b'], 'n1'), page(['c'], null))
    const names: string[] = []
    for await (const { name } of listClients.each({ query: { search: 'x', limit: 2 } })) names.push(name)
    expect(names).toEqual(['a', 'b', 'c'])
    expect(seen.map(({ path }) => path)).toEqual([
      '/v1/workspace/w1/clients?limit=2&search=x&after=',
      '/v1/workspace/w1/clients?limit=2&search=x&after=n1',
    ])
  })

  it('returns content other than JSON as a blob', async () => {
    const { finance: books, seen } = await open({
      status: 200,
      body: 'a,b\n',
      headers: { 'content-type': 'text/csv' },
    })
    const table = await books.listIncomes.as('text/csv')
    expect([await table.text(), table.type]).toEqual(['a,b\n', 'text/csv'])
    expect(seen[0]!.headers.accept).toBe('text/csv')
  })

  it('reports upload progress and retries an upload', async () => {
    const receipt = { id: 'f1' }
    const { finance: books, seen } = await open(unavailable, { status: 201, body: { receipt } })
    const progress: number[] = []
    const file = new File([new Uint8Array(200_000)], 'receipt.png', { type: 'image/png' })
    const made = await books.createReceipt({
      form: { file },
      onProgress: ({ sentBytes, totalBytes }) => progress.push(sentBytes / totalBytes),
    })
    expect(made).toEqual({ receipt })
    expect(progress.length).toBeGreaterThan(2)
    expect(progress.filter((part) => part === 1)).toHaveLength(2)
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(2).fill(expect.any(String)))
    expect(seen[1]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    expect(seen[1]!.body).toContain('filename="receipt.png"')
  })
})
