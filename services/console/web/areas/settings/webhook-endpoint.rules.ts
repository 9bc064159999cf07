import type { WebhookDelivery, WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { fromList, orNull, toList } from '../../app/form-values.rules.ts'
import { toMoment } from '../../i18n/local-time.rules.ts'
import type { Tone } from '../../ui/badge.tsx'
import { resources, wildcardOf } from './event-type.rules.ts'
import { toLines } from './settings.rules.ts'

export const deliveryTone: Record<WebhookDelivery['status'], Tone> = {
  pending: 'accent',
  succeeded: 'ok',
  failed: 'bad',
}

export type EndpointState = 'active' | 'paused' | 'disabled'

export const endpointTone: Record<EndpointState, Tone> = { active: 'ok', paused: 'neutral', disabled: 'bad' }

/** The platform disables an endpoint after failures; users pause it. */
export const endpointState = ({ isActive, disabledAt }: WebhookEndpoint): EndpointState => {
  if (isActive) return 'active'
  return disabledAt ? 'disabled' : 'paused'
}

/**
 * An endpoint as the form edits it, with strings only. `others` are types that do not stand for all events of
 * a resource.
 */
export type EndpointFields = {
  url: string
  description: string
  all: string
  resources: string
  others: string
  isActive: string
}

export const toEndpointFields = (endpoint: WebhookEndpoint | null): EndpointFields => {
  const events = endpoint?.events ?? []
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    all: events.includes('*') ? 'yes' : '',
    resources: fromList(events.flatMap((type) => wildcardOf(type) ?? [])),
    others: events.filter((type) => type !== '*' && wildcardOf(type) === null).join('\n'),
    isActive: (endpoint?.isActive ?? true) ? 'yes' : '',
  }
}

export const toEndpointBody = (fields: EndpointFields) => ({
  url: fields.url.trim(),
  description: orNull(fields.description),
  events:
    fields.all === 'yes'
      ? ['*']
      : [...toList(fields.resources).map((resource) => `${resource}.*`), ...toLines(fields.others)],
  isActive: fields.isActive === 'yes',
})

/**
 * The deliveries to resend, as the form edits them: strings only, with times in the workspace's time zone.
 */
export type RedeliveryFields = { from: string; to: string; events: string }

/** Returns the types to choose from: those of the endpoint, by resource if it receives all. */
export const redeliveryTypes = ({ events }: Pick<WebhookEndpoint, 'events'>): string[] =>
  events.includes('*') ? resources.map((resource) => `${resource}.*`) : [...events]

/**
 * Returns the body for the API. The last minute counts as a whole, and without types, all deliveries are
 * resent.
 */
export const toRedeliveryBody = ({ from, to, events }: RedeliveryFields, timeZone: string) => ({
  from: toMoment(from, timeZone),
  to: new Date(Date.parse(toMoment(to, timeZone)) + 59_999).toISOString(),
  ...(events !== '' && { events: toList(events) }),
})

const attemptErrors = [
  ['blocked', /^The address is not public/],
  ['tooLarge', /^The reply is larger than/],
  ['timeout', /^The server did not answer in time$/],
  ['unreachable', /^The connection failed$/],
  ['expired', /^The event is no longer stored$/],
] as const

/** Returns why a delivery failed, from the API's message; null for other messages. */
export const attemptErrorIn = (message: string): (typeof attemptErrors)[number][0] | null =>
  attemptErrors.find(([, pattern]) => pattern.test(message))?.[0] ?? null
