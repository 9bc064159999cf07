// Made by npm run docs:generate from the route contracts: change those.
import type { Area } from '../route.ts'

/** What the routes of gateway take and give. */
export type GatewayRoutes = {
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
      openapi: string
      health: string
    }
    accept: 'text/html'
  }
  /** This document: every operation of every service */
  getOpenApi: {
    reply: Record<string, unknown>
  }
}

/** The routes of gateway, for `client.use`. */
export const gateway: Area<GatewayRoutes> = {
  getHealth: { method: 'GET', path: '/health', root: true, open: true },
  getIndex: { method: 'GET', path: '/', root: true, open: true },
  getOpenApi: { method: 'GET', path: '/openapi.json', root: true, open: true },
}
