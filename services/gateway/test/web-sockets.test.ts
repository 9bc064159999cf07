import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { newApiKey } from '@wp/auth'
import { AppError, hashSecret, newId } from '@wp/kernel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startGateway } from './start-gateway.ts'
import { getThing } from './thing-routes.ts'
import { keyToken, listen, type Upstream } from './upstreams.ts'

/** Starts a realtime service that echoes messages and records the request headers. */
const realtime = async (host = '127.0.0.1') => {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((_request, response) => response.end())
  const sockets = new WebSocketServer({ server, handleProtocols: (offered) => [...offered][0] ?? false })
  sockets.on('connection', (socket, request) => {
    seen.push({ url: request.url!, headers: request.headers })
    socket.on('message', (data) => socket.send(`echo ${(data as Buffer).toString()}`))
  })
  const address = await listen(server, 0, host)
  onTestFinished(() => sockets.close())
  const upstream: Upstream = { service: 'realtime', address, routes: [], upgrades: ['/realtime'], server }
  return { upstream, seen, sockets }
}

const openSocket = (
  url: string,
  path: string,
  protocols: string[] = [],
  headers: Record<string, string> = {},
) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, protocols, { headers })
  onTestFinished(() => socket.terminate())
  return new Promise<WebSocket>((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('unexpected-response', (_request, response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        reject(Object.assign(new Error('refused'), { status: response.statusCode, text })),
      )
    })
    socket.once('error', reject)
  })
}

describe('WebSocket proxy', () => {
  it.each(['/v1/realtime', '/api/v1/realtime', '/v1/realtime?x=1'])(
    'proxies %s to the service in both directions',
    async (path) => {
      const { upstream, seen } = await realtime()
      const { url } = await startGateway([upstream])
      const socket = await openSocket(url, path, ['wp.v1'])
      const answer = new Promise((resolve) =>
        socket.once('message', (data) => resolve((data as Buffer).toString())),
      )
      socket.send('hello')
      expect(await answer).toBe('echo hello')
      expect(seen[0]!.url.split('?')[0]).toBe('/realtime')
    },
  )

  it('forwards WebSockets and other requests to a replica with an IPv6 address', async () => {
    const { upstream, seen } = await realtime('::1')
    const { url, call } = await startGateway([{ ...upstream, routes: [getThing] }])
    await openSocket(url, '/v1/realtime')
    expect(seen).toHaveLength(1)
    expect((await call('/v1/things/cup')).status).toBe(200)
  })

  it('replaces an API key with its access token, and rejects an unknown one with 401', async () => {
    const { upstream, seen } = await realtime()
    const [key, token] = [newApiKey(), await keyToken(newId())]
    const { url } = await startGateway([upstream], {
      exchangeApiKey: async (hash) => {
        if (hash !== hashSecret(key)) throw new AppError('UNAUTHENTICATED', 'The API key is invalid')
        return { token, allowedNetworks: [] }
      },
    })
    await openSocket(url, '/v1/realtime', ['wp.v1', `bearer.${key}`])
    await openSocket(url, '/v1/realtime', ['wp.v1'], { authorization: `Bearer ${key}` })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${token}`, `Bearer ${token}`])
    expect(JSON.stringify(seen)).not.toContain(key)
    const opening = openSocket(url, '/v1/realtime', ['wp.v1', `bearer.${newApiKey()}`])
    await expect(opening).rejects.toMatchObject({ status: 401 })
  })

  it('rejects WebSockets on a custom domain', async () => {
    const { upstream, seen } = await realtime()
    const { url } = await startGateway([upstream], { domains: { 'shop.example.com': 'blue-moon' } })
    const opening = openSocket(url, '/v1/realtime', ['wp.v1'], { host: 'shop.example.com' })
    await expect(opening).rejects.toMatchObject({ status: 404 })
    expect(seen).toEqual([])
  })

  it('skips an address used by another process, and returns 503 when no replicas are left', async () => {
    const seen: unknown[] = []
    const server = createServer((request, response) => {
      seen.push(request.headers['x-wp-instance'])
      response.writeHead(421).end()
    })
    const stranger = { service: 'realtime', address: await listen(server), routes: [], server }
    const alone = await startGateway([{ ...stranger, upgrades: ['/realtime'] }])
    for (let i = 0; i < 2; i += 1)
      await expect(openSocket(alone.url, '/v1/realtime', ['wp.v1'])).rejects.toMatchObject({ status: 503 })
    expect(seen).toEqual(['realtime.i0'])

    const { upstream } = await realtime()
    const { url } = await startGateway([{ ...stranger, upgrades: ['/realtime'] }, upstream])
    for (let i = 0; i < 4; i += 1) await openSocket(url, '/v1/realtime', ['wp.v1'])
    expect(seen).toHaveLength(2)
  })

  it('forwards the token as Authorization and removes forged headers', async () => {
    const { upstream, seen } = await realtime()
    const { url } = await startGateway([upstream])
    const forged = { 'x-forwarded-for': '10.1.1.1', 'x-user-id': 'root' }
    const socket = await openSocket(url, '/v1/realtime', ['wp.v1', 'bearer.aaa.bbb.ccc'], forged)
    expect(socket.protocol).toBe('wp.v1')
    const { headers } = seen[0]!
    expect(headers).toMatchObject({
      'sec-websocket-protocol': 'wp.v1',
      authorization: 'Bearer aaa.bbb.ccc',
      'x-forwarded-for': '127.0.0.1',
    })
    expect(Object.keys(headers)).not.toContain('x-user-id')
  })

  it.for(['refuses connections', 'cuts connections', 'is draining'])(
    'connects to another replica when one %s',
    async (how) => {
      const [leaving, staying] = [await realtime(), await realtime()]
      const { url } = await startGateway([leaving.upstream, staying.upstream])
      const { server } = leaving.upstream
      if (how === 'refuses connections') await new Promise((resolve) => server.close(resolve))
      else if (how === 'cuts connections') server.on('connection', (socket) => socket.destroy())
      else server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
      for (let turn = 0; turn < 6; turn += 1) await openSocket(url, '/v1/realtime', ['wp.v1'])
      expect(staying.seen).toHaveLength(6)
    },
  )

  it('returns 503 in the error envelope when the service is down', async () => {
    const { upstream, sockets } = await realtime()
    const { url } = await startGateway([upstream])
    sockets.close()
    await new Promise((resolve) => upstream.server.close(resolve))
    await expect(openSocket(url, '/v1/realtime')).rejects.toMatchObject({
      status: 503,
      text: expect.stringContaining('UNAVAILABLE') as unknown,
    })
  })

  it('returns 404 for a path that does not accept WebSockets and for one without a version', async () => {
    const { upstream } = await realtime()
    const { url } = await startGateway([upstream])
    await expect(openSocket(url, '/v1/elsewhere')).rejects.toMatchObject({ status: 404 })
    await expect(openSocket(url, '/realtime')).rejects.toMatchObject({ status: 404 })
  })

  it('closes a rejected connection even when the client keeps its side open', async () => {
    const { upstream } = await realtime()
    const { url } = await startGateway([upstream])
    const { port } = new URL(url)
    const client = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true })
    onTestFinished(() => void client.destroy())
    client.on('error', () => undefined)
    const upgrade = ['GET /v1/elsewhere HTTP/1.1', 'host: x', 'connection: upgrade', 'upgrade: websocket']
    client.write(`${upgrade.join('\r\n')}\r\n\r\n`)
    const [reply] = (await once(client, 'data')) as [Buffer]
    expect(reply.toString()).toMatch(/^HTTP\/1.1 404 Not Found/)
    // Writing to a closed connection fails; a leaked one would accept it.
    await expect.poll(() => (client.destroyed ? 'closed' : client.write('x'))).toBe('closed')
  })

  it('returns 429 above the connection limit for an address', async () => {
    const { upstream } = await realtime()
    const { url } = await startGateway([upstream], { settings: { maxSocketsPerAddress: 2 } })
    await openSocket(url, '/v1/realtime')
    await openSocket(url, '/v1/realtime')
    await expect(openSocket(url, '/v1/realtime')).rejects.toMatchObject({ status: 429 })
  })

  it('frees a connection slot when a connection ends', async () => {
    const { upstream } = await realtime()
    const { url } = await startGateway([upstream], { settings: { maxSocketsPerAddress: 1 } })
    const first = await openSocket(url, '/v1/realtime')
    first.close()
    await new Promise((resolve) => first.once('close', resolve))
    const end = Date.now() + 5000
    let again: unknown
    while (Date.now() < end && !(again instanceof WebSocket))
      again = await openSocket(url, '/v1/realtime').catch(() => null)
    expect(again).toBeInstanceOf(WebSocket)
  })

  it('closes WebSockets with 1001 while draining', async () => {
    const { upstream } = await realtime()
    const { url, gateway } = await startGateway([upstream])
    const socket = await openSocket(url, '/v1/realtime')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await gateway.drain(1000)
    expect(await closed).toBe(1001)
  })

  it('rejects new WebSockets with 503 once draining begins', async () => {
    const { upstream, seen } = await realtime()
    const { url, gateway } = await startGateway([upstream])
    for (let count = 0; count < 5; count += 1) await openSocket(url, '/v1/realtime')
    const draining = gateway.drain(2000)
    await expect(openSocket(url, '/v1/realtime')).rejects.toMatchObject({ status: 503 })
    expect(seen).toHaveLength(5)
    await draining
  })

  it('closes or rejects a WebSocket that is being opened when draining begins', async () => {
    const { upstream } = await realtime()
    const { url, gateway } = await startGateway([upstream])
    const opening = openSocket(url, '/v1/realtime').then(
      (socket) => new Promise((resolve) => socket.once('close', resolve)),
      ({ status }: { status: number }) => status,
    )
    await once(gateway.server, 'upgrade')
    await gateway.drain(1000)
    expect([1001, 503]).toContain(await opening)
  })

  it('spreads the closing of many WebSockets over the given time', async () => {
    const { upstream } = await realtime()
    const { url, gateway } = await startGateway([upstream])
    const closes: Promise<number>[] = []
    for (let count = 0; count < 6; count += 1) {
      const socket = await openSocket(url, '/v1/realtime')
      closes.push(new Promise((resolve) => socket.once('close', () => resolve(performance.now()))))
    }
    await gateway.drain(1000)
    const times = await Promise.all(closes)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(400)
  })
})
