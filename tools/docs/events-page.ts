import { readingPage } from '@wp/gateway/reading-page'
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
  const body = html`<p>
      Services publish these on NATS JetStream, in the transaction of the change, at least once. New optional
      fields may come at any time; anything else is a new version of the event.
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
  return { 'services/gateway/assets/events.html': readingPage('Events', body) }
}
