import { createServer, type IncomingHttpHeaders } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startGateway } from './start-gateway.ts'
import { listen, type Upstream } from './upstreams.ts'

/** A realtime service that echoes and remembers the headers it saw. */
const realtime = async () => {
  const seen: { url: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer((_request, response) => response.end())
  const sockets = new WebSocketServer({ server, handleProtocols: (offered) => [...offered][0] ?? false })
  sockets.on('connection', (socket, request) => {
    seen.push({ url: request.url!, headers: request.headers })
    socket.on('message', (data) => socket.send(`echo ${(data as Buffer).toString()}`))
  })
  const address = await listen(server)
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

test.each(['/v1/realtime', '/api/v1/realtime', '/v1/realtime?x=1'])(
  '%s leads to the service, both ways',
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

test('the custom domain of a store takes no sockets', async () => {
  const { upstream, seen } = await realtime()
  const { url } = await startGateway([upstream], { domains: { 'shop.example.com': 'blue-moon' } })
  const opening = openSocket(url, '/v1/realtime', ['wp.v1'], { host: 'shop.example.com' })
  await expect(opening).rejects.toMatchObject({ status: 404 })
  expect(seen).toEqual([])
})

test('a stranger at the address of the service is asked once; a socket goes elsewhere, or is told 503', async () => {
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

test('the token goes on as Authorization, the forged headers not at all', async () => {
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

test.for(['takes no connections any more', 'cuts them', 'says that it is going'])(
  'a replica that %s costs no socket while another stays',
  async (how) => {
    const [leaving, staying] = [await realtime(), await realtime()]
    const { url } = await startGateway([leaving.upstream, staying.upstream])
    const { server } = leaving.upstream
    if (how === 'takes no connections any more') await new Promise((resolve) => server.close(resolve))
    else if (how === 'cuts them') server.on('connection', (socket) => socket.destroy())
    else server.prependListener('request', (_, response) => response.setHeader('connection', 'close'))
    for (let turn = 0; turn < 6; turn += 1) await openSocket(url, '/v1/realtime', ['wp.v1'])
    expect(staying.seen).toHaveLength(6)
  },
)

test('with the service down an upgrade is 503 in the envelope', async () => {
  const { upstream, sockets } = await realtime()
  const { url } = await startGateway([upstream])
  sockets.close()
  await new Promise((resolve) => upstream.server.close(resolve))
  await expect(openSocket(url, '/v1/realtime')).rejects.toMatchObject({
    status: 503,
    text: expect.stringContaining('UNAVAILABLE') as unknown,
  })
})

test('a path that no service takes upgrades on, or one without the version, is 404', async () => {
  const { upstream } = await realtime()
  const { url } = await startGateway([upstream])
  await expect(openSocket(url, '/v1/elsewhere')).rejects.toMatchObject({ status: 404 })
  await expect(openSocket(url, '/realtime')).rejects.toMatchObject({ status: 404 })
})

test('more connections from one address than allowed are 429', async () => {
  const { upstream } = await realtime()
  const { url } = await startGateway([upstream], { settings: { maxSocketsPerAddress: 2 } })
  await openSocket(url, '/v1/realtime')
  await openSocket(url, '/v1/realtime')
  await expect(openSocket(url, '/v1/realtime')).rejects.toMatchObject({ status: 429 })
})

test('a connection that ends frees its place', async () => {
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

test('a gateway that drains closes WebSockets with 1001', async () => {
  const { upstream } = await realtime()
  const { url, gateway } = await startGateway([upstream])
  const socket = await openSocket(url, '/v1/realtime')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  gateway.drain()
  expect(await closed).toBe(1001)
})
