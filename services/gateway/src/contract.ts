import { defineRoute, open, raw } from '@wp/http'
import { z } from 'zod'

export const getIndex = defineRoute({
  id: 'getIndex',
  method: 'GET',
  path: '/',
  root: true,
  summary: 'Where to find what: a page for people, JSON for programs',
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
  summary: 'Whether the platform answers, and how many replicas of each service are up',
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
  summary: 'This document: every operation of every service',
  tag: 'platform',
  access: open(),
  replies: { 200: z.record(z.string(), z.unknown()) },
  fails: [],
  etag: true,
})

const page = { method: 'GET', root: true, tag: 'platform', access: open(), fails: [] } as const

export const getReference = defineRoute({
  ...page,
  id: 'getReference',
  path: '/docs',
  summary: 'The API reference: every operation with an example, to try with a login',
  replies: { 200: raw('text/html') },
})

export const getEventReference = defineRoute({
  ...page,
  id: 'getEventReference',
  path: '/docs/events',
  summary: 'Every event that services publish',
  replies: { 200: raw('text/html') },
  etag: true,
})

export const getErrorReference = defineRoute({
  ...page,
  id: 'getErrorReference',
  path: '/docs/errors',
  summary: 'Every error code, why it comes and what to do then',
  replies: { 200: raw('text/html') },
})
