// Made by npm run wp -- docs from the route contracts: change those.
import type { Area } from '../route.ts'

/** What the routes of gateway take and give. */
export type GatewayRoutes = {
  /** Every error code, why it comes and what to do then */
  getErrorReference: {
    reply: Blob
  }
  /** Every event that services publish */
  getEventReference: {
    reply: Blob
  }
  /** Whether the platform answers, and how many replicas of each service are up */
  getHealth: {
    reply: {
      status: 'ok' | 'degraded'
      services: Record<string, number>
    }
  }
  /** Where to find what: a page for people, JSON for programs */
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
  /** This document: every operation of every service */
  getOpenApi: {
    reply: Record<string, unknown>
  }
  /** The API reference: every operation with an example, to try with a login */
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
