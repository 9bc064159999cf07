import { html } from '@wp/http'
import type { Html } from '@wp/http'

/** Renders an additional page of the API reference, such as the events or errors page. */
export const readingPage = (heading: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Workspace Platform: ${heading.toLowerCase()}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/assets/reference.css" />
      </head>
      <body class="page">
        <p><a href="/docs">API reference</a></p>
        <h1>${heading}</h1>
        ${body}
      </body>
    </html> `.text
