import { AppError } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { createLogger, requestContext } from './index.ts'

const linesOf = (write: (logger: ReturnType<typeof createLogger>) => void) => {
  const lines: string[] = []
  write(
    createLogger({
      service: 'scheduling',
      level: 'debug',
      destination: { write: (line) => void lines.push(line) },
    }),
  )
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe('createLogger', () => {
  it('writes the time, service, level, message and fields', () => {
    const [line] = linesOf((log) => log.info({ clients: 3 }, 'listed'))
    expect(line).toMatchObject({ level: 'info', service: 'scheduling', clients: 3, msg: 'listed' })
    expect(line!.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it("adds the request's ids, even after an await", async () => {
    const lines: string[] = []
    const log = createLogger({ service: 'pos', destination: { write: (line) => void lines.push(line) } })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await requestContext.run(
      { requestId: 'r-1', workspaceId: 'w', accountId: 'a', traceparent },
      async () => {
        await Promise.resolve()
        log.warn('slow')
      },
    )
    expect(JSON.parse(lines[0]!)).toMatchObject({
      requestId: 'r-1',
      workspaceId: 'w',
      accountId: 'a',
      traceId: '0af7651916cd43dd8448eb211c80319c',
    })
  })

  it.each<[where: string, fields: object]>([
    ['a field', { authorization: 'Bearer hunter2' }],
    [
      'headers',
      {
        headers: {
          Authorization: 'Basic hunter2',
          cookie: 'wp_refresh=hunter2',
          'set-cookie': ['a=hunter2'],
        },
      },
    ],
    [
      'a nested body',
      {
        body: {
          password: 'hunter2',
          items: [{ deeper: { refreshToken: 'hunter2', newPassword: 'hunter2' } }],
        },
      },
    ],
    ['fields named token, secret and code', { token: 'hunter2', secret: 'hunter2', code: 'hunter2' }],
    ['a URL', { url: 'mongodb://root:hunter2@db.example/wp' }],
    ['an API key in a sentence', { note: 'the program used wpk_live_hunter2 for this' }],
    ['a sentence', { note: 'sent "Authorization: Bearer hunter2" upstream' }],
    [
      'the messages of an error and its cause',
      { err: new Error('refused mongodb://root:hunter2@db.example', { cause: new Error('Bearer hunter2') }) },
    ],
    [
      'the properties of an error',
      { err: Object.assign(new Error('refused'), { config: { headers: { authorization: 'hunter2' } } }) },
    ],
  ])('redacts credentials in %s', (_where, fields) => {
    const lines = linesOf((log) => log.error(fields, 'failed'))
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })

  it('redacts second-factor codes but not error codes', () => {
    const [first, second, third] = linesOf((log) => {
      log.info({ code: '123456' }, 'mfa')
      log.info({ code: 'NOT_FOUND' }, 'answered')
      log.info({ code: 'POINTS_TOO_FEW' }, 'answered')
    })
    expect(first!.code).toBe('[redacted]')
    expect(second!.code).toBe('NOT_FOUND')
    expect(third!.code).toBe('POINTS_TOO_FEW')
  })

  it("writes an error's code, status and causes", () => {
    const error = new AppError('UNAVAILABLE', 'identity is unavailable', {
      cause: new TypeError('fetch failed'),
    })
    const [line] = linesOf((log) => log.error({ err: error }, 'failed'))
    expect(line!.err).toMatchObject({
      type: 'AppError',
      code: 'UNAVAILABLE',
      status: 503,
      cause: { type: 'TypeError', message: 'fetch failed' },
    })
  })

  it('logs objects with circular references', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(linesOf((log) => log.info({ loop }, 'still here'))[0]!.msg).toBe('still here')
  })
})
