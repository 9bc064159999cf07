import type { WebhookRecords } from '@workspace-platform/client/verify-webhook'

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
