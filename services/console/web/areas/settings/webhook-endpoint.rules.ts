import type { WebhookRecords } from '@workspace-platform/client/verify-webhook'
import type { WebhookDelivery, WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { fromList, orNull, toList } from '../../app/form-values.rules.ts'
import { toMoment } from '../../i18n/local-time.rules.ts'
import type { Tone } from '../../ui/badge.tsx'
import { toLines } from './settings.rules.ts'

/**
 * The resources whose events can be chosen, each as all its events (`client.*`). Events of services that the console
 * does not know can be entered by name.
 */
export const resources = [
  'client',
  'session',
  'service',
  'staff',
  'holiday',
  'task',
  'task_comment',
  'invoice',
  'till_session',
  'order',
  'product',
  'store_category',
  'content_page',
  'domain',
  'income',
  'expense',
  'recurring_expense_rule',
  'recurring_expense_occurrence',
  'lab_test',
  'lab_result',
  'lab_analysis',
  'lab_unit',
  'lab_coupon',
  'contest',
  'attempt',
  'job',
  'subscription',
] as const satisfies (keyof WebhookRecords)[]

type Resource = (typeof resources)[number]

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

/** What can happen to a record, as the last part of an event's type. */
export const verbs = [
  'created',
  'updated',
  'removed',
  'amended',
  'cancelled',
  'changed',
  'closed',
  'completed',
  'confirmed',
  'deactivated',
  'entered',
  'finalized',
  'fulfilled',
  'opened',
  'paid',
  'posted',
  'published',
  'refunded',
  'restored',
  'skipped',
  'started',
  'status_changed',
  'submitted',
  'voided',
] as const

type Verb = (typeof verbs)[number]

/** Returns the parts of an event's type if both have texts; services may publish newer ones. */
export const eventParts = (type: string): { resource: Resource; verb: Verb } | null => {
  const [first, last] = type.split('.')
  const resource = resources.find((each) => each === first)
  const verb = verbs.find((each) => each === last)
  return resource && verb ? { resource, verb } : null
}

/** Returns the resource if the type stands for all its events. */
export const wildcardOf = (type: string): Resource | null => {
  const resource = type.endsWith('.*') ? type.slice(0, -2) : null
  return resources.find((each) => each === resource) ?? null
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
