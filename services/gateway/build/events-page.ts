import { html } from '@wp/http'
import { readingPage } from '../src/reference/reading-page.ts'

type AsyncApi = {
  components: {
    messages: Record<string, { name: string; summary: string }>
    schemas: Record<string, object>
  }
}

/** Returns the event catalogue, generated from the AsyncAPI document, that the gateway serves at `/docs/events`. */
export const eventsPage = (document: unknown): string => {
  const { components } = document as AsyncApi
  const messages = Object.values(components.messages).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const body = html`<p>
      Services publish these events on NATS JetStream in the transaction of the change, at least once.
      Optional fields may be added at any time; any other change is a new version of the event.
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
    )}`
  return readingPage('Events', body)
}
