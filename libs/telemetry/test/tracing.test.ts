import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test } from 'vitest'
import { runInSpan, startTracing, tracer } from '../src/index.ts'
import { startOtlpReceiver } from './otlp-receiver.ts'

const receiver = async () => {
  const started = await startOtlpReceiver()
  onTestFinished(() => started.close())
  return started
}

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test('spans reach the endpoint as one trace, below the span of the caller', async () => {
  const { endpoint, spans } = await receiver()
  const tracing = await startTracing({ service: 'pos', endpoint })
  await runInSpan({ requestId: 'r', traceparent: caller }, 'outer', { role: 'consumer' }, async () => {
    tracer()
      ?.startSpan('inner', { role: 'client', attributes: { method: 'GetClient' } })
      ?.end()
  })
  await tracing.close()
  const [inner, outer] = [spans().find((s) => s.name === 'inner')!, spans().find((s) => s.name === 'outer')!]
  expect(outer).toMatchObject({
    service: 'pos',
    kind: 5,
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(inner).toMatchObject({ kind: 3, traceId: outer.traceId, parentSpanId: outer.spanId })
})

test('a failing span passes its error on, and says its name without its text', async () => {
  const { endpoint, spans } = await receiver()
  const tracing = await startTracing({ service: 'pos', endpoint })
  const work = () => Promise.reject(new TypeError('hunter2'))
  await expect(runInSpan({ requestId: 'r' }, 'bad', { role: 'internal' }, work)).rejects.toThrow('hunter2')
  await tracing.close()
  expect(spans()).toMatchObject([{ name: 'bad', status: { code: 2, message: 'TypeError' } }])
})

test('of new traces only the wanted share is sent; a trace that was begun elsewhere stays whole', async () => {
  const { endpoint, spans } = await receiver()
  const tracing = await startTracing({ service: 'pos', endpoint, ratio: 0 })
  tracer()?.startSpan('new', { role: 'server', parent: undefined })?.end()
  tracer()?.startSpan('begun elsewhere', { role: 'server', parent: caller })?.end()
  await tracing.close()
  expect(spans().map(({ name }) => name)).toEqual(['begun elsewhere'])
})

test('what is asked of others outside of any request is no trace', async () => {
  const { endpoint } = await receiver()
  const tracing = await startTracing({ service: 'pos', endpoint })
  expect(tracer()?.startSpan('heartbeat', { role: 'client' })).toBeUndefined()
  await tracing.close()
})

test('a receiver that is away does not hold up the end of the process', async () => {
  const { endpoint, close } = await startOtlpReceiver()
  close()
  const tracing = await startTracing({ service: 'pos', endpoint })
  tracer()?.startSpan('lost', { role: 'server', parent: undefined })?.end()
  await expect(tracing.close()).resolves.toBeUndefined()
})

test('without an endpoint nothing of OpenTelemetry is loaded, and work just runs', () => {
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ load: (url, context, next) => {
      if (/opentelemetry\\/(sdk-trace|exporter|resources)/.test(url)) throw new Error('loaded ' + url)
      return next(url, context)
    } })
    const { runInSpan, startTracing, tracer } = await import('./src/index.ts')
    await startTracing({ service: 'pos' })
    if (tracer()) throw new Error('tracing')
    process.stdout.write(await runInSpan({ requestId: 'r' }, 'x', { role: 'internal' }, async () => 'ran'))`
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('..', import.meta.url),
    encoding: 'utf8',
  })
  expect([run.stdout, run.stderr]).toEqual(['ran', ''])
})
