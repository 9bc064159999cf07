import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { requestContext, startTracing, withSpan } from '../src/index.ts'
import type { AddressInfo } from 'node:net'

type Sent = {
  resourceSpans: {
    scopeSpans: { spans: { name: string; traceId: string; parentSpanId?: string; spanId: string }[] }[]
  }[]
}

/** A real OTLP receiver on loopback. */
const receiver = async () => {
  const received: Sent[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(JSON.parse(body) as Sent)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const spans = () =>
    received.flatMap((one) => one.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)))
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans }
}

test('spans reach the endpoint as one trace, below the span of the caller', async () => {
  const { endpoint, spans } = await receiver()
  const tracing = await startTracing({ service: 'pos', endpoint })
  const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  await requestContext.run({ requestId: 'r', traceparent: caller }, () =>
    withSpan('outer', { route: 'createInvoice' }, () => withSpan('inner', {}, async () => {})),
  )
  await tracing.close()
  const [inner, outer] = [spans().find((s) => s.name === 'inner')!, spans().find((s) => s.name === 'outer')!]
  expect(outer).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(inner).toMatchObject({ traceId: outer.traceId, parentSpanId: outer.spanId })
})

test('a failing span passes its error on', async () => {
  const { endpoint, spans } = await receiver()
  const tracing = await startTracing({ service: 'pos', endpoint })
  await expect(withSpan('bad', {}, async () => Promise.reject(new TypeError('broken')))).rejects.toThrow(
    'broken',
  )
  await tracing.close()
  expect(spans()).toMatchObject([{ name: 'bad', status: { code: 2, message: 'TypeError' } }])
})

test('without an endpoint nothing of OpenTelemetry is loaded, and work just runs', () => {
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => {
      if (/opentelemetry\\/(sdk-trace|exporter|resources)/.test(url)) throw new Error('loaded ' + url)
      return next(url, context)
    } })
    const { startTracing, withSpan } = await import('./src/index.ts')
    await startTracing({ service: 'pos' })
    process.stdout.write(await withSpan('x', {}, async () => 'ran'))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  })
  expect([run.stdout, run.stderr]).toEqual(['ran', ''])
})
