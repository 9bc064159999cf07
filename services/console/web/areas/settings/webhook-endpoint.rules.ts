import type { WebhookDelivery, WebhookEndpoint } from '@workspace-platform/client/webhooks'
import { fromList, orNull, toList } from '../../app/form-values.rules.ts'
import type { Tone } from '../../ui/badge.tsx'
import { toLines } from './settings.rules.ts'

/** The resources whose events can be received, each as all its events (`client.*`). */
export const resources = [
  'client',
  'session',
  'service',
  'staff',
  'holiday',
  'task',
  'invoice',
  'till_session',
  'order',
  'product',
  'income',
  'expense',
  'lab_test',
  'lab_result',
  'contest',
  'attempt',
  'job',
  'subscription',
] as const

export const deliveryTone: Record<WebhookDelivery['status'], Tone> = {
  pending: 'accent',
  succeeded: 'ok',
  failed: 'bad',
}

export type EndpointState = 'active' | 'paused' | 'disabled'

export const endpointTone: Record<EndpointState, Tone> = { active: 'ok', paused: 'neutral', disabled: 'bad' }

/** An endpoint is disabled by the platform after failures, and paused by people. */
export const endpointState = ({ isActive, disabledAt }: WebhookEndpoint): EndpointState => {
  if (isActive) return 'active'
  return disabledAt ? 'disabled' : 'paused'
}

/** An endpoint as the form edits it: texts only. `others` are types that are not all events of a resource. */
export type EndpointFields = {
  url: string
  description: string
  all: string
  resources: string
  others: string
  isActive: string
}

const wildcardOf = (type: string): string | null => {
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
