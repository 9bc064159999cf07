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
 * Express with one handler, tuned: requests and responses are born with Express's prototypes, so that it changes none of
 * them while serving. Throws at once when a future Express or Node breaks that, instead of getting slow in silence.
 */
export const expressApp = (handler: Handler): { listener: RequestListener; classes: ServerClasses } => {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('query parser', false)
  app.use((request, response) => handler(request, response))

  class AppRequest extends IncomingMessage {}
  class AppResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {}
  Object.setPrototypeOf(AppRequest.prototype, app.request)
  Object.setPrototypeOf(AppResponse.prototype, app.response)
  app.request = AppRequest.prototype as unknown as typeof app.request
  app.response = AppResponse.prototype as unknown as typeof app.response

  const classes: ServerClasses = { IncomingMessage: AppRequest, ServerResponse: AppResponse }
  checkPrototypes(app, classes)
  const unhandled = (error?: unknown): void => {
    throw error instanceof Error ? error : new Error('No handler answered the request')
  }
  return { classes, listener: (request, response) => app(request as never, response as never, unhandled) }
}

const checkPrototypes = (app: express.Express, classes: ServerClasses): void => {
  const request = new classes.IncomingMessage(new Socket())
  const response = new classes.ServerResponse(request)
  const born = [Object.getPrototypeOf(request), Object.getPrototypeOf(response)]
  const isExpress =
    typeof (request as { get?: unknown }).get === 'function' &&
    typeof (response as { json?: unknown }).json === 'function'
  if (!isExpress || born[0] !== app.request || born[1] !== app.response) {
    throw new Error('This release of Express does not keep the request and response classes it is given')
  }
}
