import { defineRoute, open, raw } from '@wp/http'

// These routes serve the application, so the API's documents do not list them.
const file = {
  method: 'GET',
  root: true,
  isPage: true,
  tag: 'Console',
  access: open(),
  etag: true,
  cache: 'no-cache',
  fails: [404],
} as const

export const getConsole = defineRoute({
  ...file,
  id: 'getConsole',
  path: '/console',
  summary: 'Open the console',
  replies: { 200: raw('text/html') },
})

export const getConsoleAsset = defineRoute({
  ...file,
  id: 'getConsoleAsset',
  path: '/console/assets/:path*',
  summary: 'Get a script, style sheet, font or image of the console',
  replies: { 200: raw('text/javascript', 'text/css', 'font/woff2', 'image/svg+xml') },
})

export const getConsoleWorker = defineRoute({
  ...file,
  id: 'getConsoleWorker',
  path: '/console/worker.js',
  summary: 'Get the service worker of the console',
  replies: { 200: raw('text/javascript') },
})

export const getConsolePage = defineRoute({
  ...file,
  id: 'getConsolePage',
  path: '/console/:path*',
  summary: 'Open a page of the console',
  description:
    'Returns the same document for every path except the login page; the application shows the page.',
  replies: { 200: raw('text/html') },
})
