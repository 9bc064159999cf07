import {
  content,
  customDomainHeader,
  domainWorkspaceHeader,
  defineRoute,
  handle,
  open,
  raw,
  reply,
  signedIn,
  type BoundRoute,
} from '@wp/http'
import { defineErrors } from '@wp/kernel'
import { z } from 'zod'

export const thingErrors = defineErrors({
  THING_TAKEN: { status: 422, cause: 'Another thing has this name.', remedy: 'Choose another name.' },
})

export const getThing = defineRoute({
  id: 'getThing',
  method: 'GET',
  path: '/things/:name',
  summary: 'Get a thing',
  access: open(),
  query: z.object({ size: z.string().optional() }),
  replies: { 200: z.object({ name: z.string(), size: z.string().nullable() }) },
  fails: [],
})

export const createThing = defineRoute({
  id: 'createThing',
  method: 'POST',
  path: '/things',
  summary: 'Create a thing',
  access: open(),
  body: z.object({ name: z.string(), filler: z.string().optional() }),
  bodyLimit: 1024 * 1024,
  replies: { 200: z.object({ name: z.string(), bytes: z.number() }) },
  fails: [400, 422],
  errors: [thingErrors.THING_TAKEN],
})

export const getSecret = defineRoute({
  id: 'getSecret',
  method: 'GET',
  path: '/secret',
  summary: 'Get a secret',
  access: signedIn(),
  replies: { 200: z.object({ accountId: z.string() }) },
  fails: [401, 403],
})

export const receiveAnything = defineRoute({
  id: 'receiveAnything',
  method: 'POST',
  path: '/hooks',
  summary: 'Receive any content',
  access: open(),
  rawBody: true,
  rate: 'webhook',
  replies: { 200: z.object({ bytes: z.number() }) },
  fails: [],
})

export const uploadPicture = defineRoute({
  id: 'uploadPicture',
  method: 'POST',
  path: '/pictures',
  summary: 'Upload a file',
  access: open(),
  upload: { field: 'file', maxBytes: 3 * 1024 * 1024, types: ['image/png'] },
  replies: { 200: z.object({ bytes: z.number() }) },
  fails: [400, 422],
})

export const showPage = defineRoute({
  id: 'showPage',
  method: 'GET',
  path: '/shop/:slug',
  root: true,
  host: 'custom-domain',
  summary: 'Show the page of a shop',
  access: open(),
  replies: { 200: raw('text/html') },
  fails: [404],
})

export const showBookingPage = defineRoute({
  id: 'showBookingPage',
  method: 'GET',
  path: '/book/:slug',
  root: true,
  host: 'workspace-domain',
  summary: 'Show a booking page',
  access: open(),
  replies: { 200: raw('text/html') },
  fails: [404],
})

export const getKeys = defineRoute({
  id: 'getKeys',
  method: 'GET',
  path: '/.well-known/keys.json',
  root: true,
  summary: 'Get keys',
  access: open(),
  replies: { 200: z.object({ keys: z.array(z.string()) }) },
  fails: [],
})

export const thingHandlers = (): BoundRoute[] => [
  handle(getThing, ({ params, query }) => reply(200, { name: params.name, size: query.size ?? null })),
  handle(createThing, ({ body }) => reply(200, { name: body.name, bytes: (body.filler ?? '').length })),
  handle(getSecret, ({ principal }) => reply(200, { accountId: principal.accountId })),
  handle(receiveAnything, ({ body }) => reply(200, { bytes: body.length })),
  handle(uploadPicture, ({ body }) => reply(200, { bytes: body.file.sizeBytes })),
  handle(showPage, ({ params, headers }) =>
    reply(200, content('text/html', `<p>${params.slug} at ${String(headers[customDomainHeader])}</p>`)),
  ),
  handle(showBookingPage, ({ params, headers }) =>
    reply(200, content('text/html', `<p>${params.slug} of ${String(headers[domainWorkspaceHeader])}</p>`)),
  ),
  handle(getKeys, () => reply(200, { keys: [] })),
]
