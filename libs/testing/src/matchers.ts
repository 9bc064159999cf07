import { expect } from 'vitest'

type ErrorBody = { error: { code: string; message: string; details?: { path: string; message: string }[] } }

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Expects an error reply with this status and code; `path` is the invalid field. */
    toFailWith(status: T extends { status: number } ? number : never, code: string, at?: { path?: string }): R
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'error' in body &&
  typeof (body as ErrorBody).error?.message === 'string'

expect.extend({
  toFailWith(
    received: { status: number; body: unknown },
    status: number,
    code: string,
    at: { path?: string } = {},
  ) {
    const { body } = received
    const error = isErrorBody(body) ? body.error : null
    const paths = error?.details?.map(({ path }) => path) ?? []
    const hasPath = at.path === undefined || paths.includes(at.path)
    return {
      pass: received.status === status && error?.code === code && hasPath,
      message: () =>
        `expected ${status} ${code}${at.path === undefined ? '' : ` at ${at.path}`}, got ${received.status} ${JSON.stringify(body)}`,
    }
  },
})
