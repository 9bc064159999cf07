import { defineRoute, open, raw } from '@wp/http'
import { z } from 'zod'

export const getIndex = defineRoute({
  id: 'getIndex',
  method: 'GET',
  path: '/',
  root: true,
  summary: "Get the platform's entry points",
  description: 'Returns an HTML page to browsers and JSON to other clients.',
  tag: 'platform',
  access: open(),
  replies: {
    200: [
      z.object({
        name: z.string(),
        version: z.string(),
        docs: z.string(),
        openapi: z.string(),
        health: z.string(),
      }),
      raw('text/html'),
    ],
  },
  fails: [],
})

export const getHealth = defineRoute({
  id: 'getHealth',
  method: 'GET',
  path: '/health',
  root: true,
  summary: "Check the platform's health",
  description:
    'Returns the number of running replicas of each service. The status is `degraded` while a service has none.',
  tag: 'platform',
  access: open(),
  replies: {
    200: z.object({
      status: z.enum(['ok', 'degraded']),
      services: z.record(z.string(), z.int().nonnegative()),
    }),
  },
  fails: [],
})

export const getOpenApi = defineRoute({
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  root: true,
  summary: 'Get the OpenAPI document',
  description: 'Describes every operation of the platform.',
  tag: 'platform',
  access: open(),
  replies: { 200: z.record(z.string(), z.unknown()) },
  fails: [],
  etag: true,
})

const page = { method: 'GET', root: true, tag: 'platform', access: open(), fails: [], etag: true } as const

export const getReference = defineRoute({
  ...page,
  id: 'getReference',
  path: '/docs',
  summary: 'Show the API reference',
  description:
    'Returns an HTML page that lists every operation with examples. Log in on the page to try them out.',
  replies: { 200: raw('text/html') },
})

export const getEventReference = defineRoute({
  ...page,
  id: 'getEventReference',
  path: '/docs/events',
  summary: 'Show the events that services publish',
  replies: { 200: raw('text/html') },
})

export const getErrorReference = defineRoute({
  ...page,
  id: 'getErrorReference',
  path: '/docs/errors',
  summary: 'Show the error codes',
  description: 'Returns an HTML page with the cause of each error code and what to do about it.',
  replies: { 200: raw('text/html') },
})
