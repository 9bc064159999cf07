import express from 'express'
import { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestListener } from 'node:http'
import { Socket } from 'node:net'

/** For `http.createServer({ IncomingMessage, ServerResponse }, listener)`. */
export type ServerClasses = {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Returns an Express app with one handler instead of its router. Requests and responses are created with Express's
 * prototypes, because changing prototypes per request is slow. A self-test throws when a future Express or Node
 * breaks this.
 */
export const expressApp = (handler: Handler): { listener: RequestListener; classes: ServerClasses } => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  Object.defineProperty(app, 'router', { value: { handle: handler } })

  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response

  // Express creates a `locals` object for every response that has none. Nothing uses it, so all responses share a
  // frozen one.
  Object.defineProperty(AppResponse.prototype, 'locals', { value: Object.freeze({}), writable: false })

  const classes: ServerClasses = { IncomingMessage: AppRequest, ServerResponse: AppResponse }
  const unhandled = (error?: unknown): void => {
    throw error instanceof Error ? error : new Error('No handler answered the request')
  }
  const listener: RequestListener = (request, response) => app(request as never, response as never, unhandled)
  selfTest(app, classes)
  return { classes, listener }
}

const selfTest = (app: express.Express, classes: ServerClasses): void => {
  const request = new classes.IncomingMessage(new Socket())
  const response = new classes.ServerResponse(request)
  const hasPrototypes =
    Object.getPrototypeOf(request) === app.request && Object.getPrototypeOf(response) === app.response
  const isExpress =
    typeof (request as { get?: unknown }).get === 'function' &&
    typeof (response as { json?: unknown }).json === 'function'
  let reached: unknown = null
  const probe = Object.create(app, {
    router: { value: { handle: (given: unknown) => (reached = given) } },
  }) as {
    handle(request: unknown, response: unknown, done: () => void): void
  }
  probe.handle(request, response, () => {})
  if (!hasPrototypes || !isExpress || reached !== request || Object.getPrototypeOf(request) !== app.request) {
    throw new Error('This version of Express replaces the given request classes or router')
  }
}
