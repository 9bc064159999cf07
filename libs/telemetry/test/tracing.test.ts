import { spawnSync } from 'node:child_process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runInSpan, startTracing, tracer } from '../src/index.ts'
import { startOtlpReceiver } from './otlp-receiver.ts'

const receiver = async () => {
  const started = await startOtlpReceiver()
  onTestFinished(() => started.close())
  return started
}

const caller = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

describe('startTracing', () => {
  it("sends spans to the endpoint as children of the caller's span", async () => {
    const { endpoint, spans } = await receiver()
    const tracing = await startTracing({ service: 'pos', endpoint })
    await runInSpan({ requestId: 'r', traceparent: caller }, 'outer', { role: 'consumer' }, async () => {
      tracer()
        ?.startSpan('inner', { role: 'client', attributes: { method: 'GetClient' } })
        ?.end()
    })
    await tracing.close()
    const [inner, outer] = [
      spans().find((s) => s.name === 'inner')!,
      spans().find((s) => s.name === 'outer')!,
    ]
    expect(outer).toMatchObject({
      service: 'pos',
      kind: 5,
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
    })
    expect(inner).toMatchObject({ kind: 3, traceId: outer.traceId, parentSpanId: outer.spanId })
  })

  it("rethrows the error of a failed span and records the error's name but not its message", async () => {
    const { endpoint, spans } = await receiver()
    const tracing = await startTracing({ service: 'pos', endpoint })
    const work = () => Promise.reject(new TypeError('hunter2'))
    await expect(runInSpan({ requestId: 'r' }, 'bad', { role: 'internal' }, work)).rejects.toThrow('hunter2')
    await tracing.close()
    expect(spans()).toMatchObject([{ name: 'bad', status: { code: 2, message: 'TypeError' } }])
  })

  it("samples no new traces at the ratio 0, and keeps the caller's decision for incoming traces", async () => {
    const { endpoint, spans } = await receiver()
    const tracing = await startTracing({ service: 'pos', endpoint, ratio: 0 })
    tracer()?.startSpan('new', { role: 'server', parent: undefined })?.end()
    tracer()?.startSpan('started elsewhere', { role: 'server', parent: caller })?.end()
    await tracing.close()
    expect(spans().map(({ name }) => name)).toEqual(['started elsewhere'])
  })

  it('does not start a client span outside a request', async () => {
    const { endpoint } = await receiver()
    const tracing = await startTracing({ service: 'pos', endpoint })
    expect(tracer()?.startSpan('heartbeat', { role: 'client' })).toBeUndefined()
    await tracing.close()
  })

  it('does not block shutdown when the receiver is unreachable', async () => {
    const { endpoint, close } = await startOtlpReceiver()
    close()
    const tracing = await startTracing({ service: 'pos', endpoint })
    tracer()?.startSpan('lost', { role: 'server', parent: undefined })?.end()
    await expect(tracing.close()).resolves.toBeUndefined()
  })

  it('does not load OpenTelemetry without an endpoint', () => {
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
})
