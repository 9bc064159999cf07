import { html } from '@wp/http'
import { readingPage, type ReadingItem } from '../src/reference/reading-page.ts'

type Message = { name: string; summary: string; examples?: { payload: object }[] }
type AsyncApi = {
  channels: { realtime: { description: string } }
  components: { messages: Record<string, Message>; schemas: Record<string, object> }
}
type Kind = 'webhooks' | 'realtime' | 'internal'

const kindOf = ({ name }: Message): Kind => {
  if (name.startsWith('wp.')) return 'internal'
  return name.startsWith('realtime.') ? 'realtime' : 'webhooks'
}

/** Returns the event catalog, generated from the AsyncAPI document, that the gateway serves at `/docs/events`. */
export const eventsPage = (document: unknown): string => {
  const { components, channels } = document as AsyncApi
  const messages = Object.values(components.messages).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const { webhooks = [], realtime = [], internal = [] } = Object.groupBy(messages, kindOf)
  return readingPage('/docs/events', 'Events', [
    {
      name: 'Webhooks',
      introduction: html`<p>
        The platform sends these events to the webhook endpoints of a workspace, signed by the Standard
        Webhooks rules, at least once and in order for each record. An endpoint names types, all types of a
        resource (order.*) or all types (*).
      </p>`,
      items: webhooks.map((each) => toItem(each, 'Example', each.examples?.[0]?.payload ?? {})),
    },
    {
      name: 'WebSocket',
      introduction: html`<p>
          Web pages and programs subscribe to channels at /v1/realtime and receive the same events, each with
          its number in the channel, from which they can resume for 24 hours.
        </p>
        <p>${channels.realtime.description}</p>`,
      items: realtime.map((each) => toItem(each, 'Schema', components.schemas[each.name] ?? {})),
    },
    {
      name: 'Internal events',
      introduction: html`<p>
        Services publish these events on NATS JetStream in the transaction of the change, at least once.
        Optional fields may be added at any time; any other change is a new version of the event.
      </p>`,
      items: internal.map((each) => toItem(each, 'Schema', components.schemas[each.name] ?? {})),
    },
  ])
}

const toItem = ({ name, summary }: Message, label: string, shown: object): ReadingItem => ({
  id: name,
  note: '',
  body: html`<p>${summary}</p>
    <details>
      <summary>${label}</summary>
      <pre>${JSON.stringify(shown, null, 2)}</pre>
    </details>`,
})
