import { html } from '@wp/http'

type AsyncApi = {
  components: {
    messages: Record<string, { name: string; summary: string }>
    schemas: Record<string, object>
  }
}

/** The event catalogue that the gateway serves at `/docs/events`, from the AsyncAPI document. */
export const eventsPage = (document: unknown): Record<string, string> => {
  const { components } = document as AsyncApi
  const messages = Object.values(components.messages).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Workspace Platform: events</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/assets/reference.css" />
      </head>
      <body class="page">
        <p><a href="/docs">API reference</a></p>
        <h1>Events</h1>
        <p>
          Services publish these on NATS JetStream, in the transaction of the change, at least once. New
          optional fields may come at any time; anything else is a new version of the event.
        </p>
        <ul>
          ${messages.map(({ name, summary }) => html`<li><a href="#${name}">${name}</a> ${summary}</li>`)}
        </ul>
        ${messages.map(
          ({ name, summary }) =>
            html`<section id="${name}">
              <h2>${name}</h2>
              <p>${summary}</p>
              <pre>${JSON.stringify(components.schemas[name], null, 2)}</pre>
            </section>`,
        )}
      </body>
    </html> `
  return { 'services/gateway/assets/events.html': page.text }
}
