// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

/** What the routes of gateway take and give. */
export type GatewayRoutes = {
  /** Show the error codes */
  getErrorReference: {
    reply: Blob
  }
  /** Show the events that services publish */
  getEventReference: {
    reply: Blob
  }
  /** Check the health of the platform */
  getHealth: {
    reply: {
      status: 'ok' | 'degraded'
      services: Record<string, number>
    }
  }
  /** Get the entry points of the platform */
  getIndex: {
    reply: {
      name: string
      version: string
      docs: string
      openapi: string
      health: string
    }
    accept: 'text/html'
  }
  /** Get the OpenAPI document */
  getOpenApi: {
    reply: Record<string, unknown>
  }
  /** Show the API reference */
  getReference: {
    reply: Blob
  }
}

/** The routes of gateway, for `client.use`. */
export const gateway: Area<GatewayRoutes> = {
  getErrorReference: { method: 'GET', path: '/docs/errors', root: true, open: true },
  getEventReference: { method: 'GET', path: '/docs/events', root: true, open: true },
  getHealth: { method: 'GET', path: '/health', root: true, open: true },
  getIndex: { method: 'GET', path: '/', root: true, open: true },
  getOpenApi: { method: 'GET', path: '/openapi.json', root: true, open: true },
  getReference: { method: 'GET', path: '/docs', root: true, open: true },
}
