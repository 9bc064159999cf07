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
 * Express with one handler in the place of its router, tuned: requests and responses are born with Express's prototypes, so
 * that it changes none of them while serving. A self-test throws at once when a future Express or Node breaks that, instead
 * of getting slow in silence.
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

  // Express makes `locals` for every response that has none; nothing here uses them, so all share an unchangeable one.
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
  const isBornRight =
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
  if (!isBornRight || !isExpress || reached !== request || Object.getPrototypeOf(request) !== app.request) {
    throw new Error('This release of Express does not keep the classes and the router that it is given')
  }
}
