/** The kinds of records in the types of events. */
const subjects = [
  'analysis',
  'attempt',
  'audit',
  'business-category',
  'calendar-feed',
  'client',
  'content-page',
  'contest',
  'customer-message',
  'design-result',
  'domain',
  'expense',
  'field',
  'holiday',
  'income',
  'invoice',
  'job',
  'lab-coupon',
  'lab-result',
  'lab-test',
  'lab-unit',
  'order',
  'owner-notice',
  'payment',
  'plan',
  'product',
  'recurring-expense-occurrence',
  'recurring-expense-rule',
  'revocation',
  'service',
  'session',
  'staff',
  'store',
  'store-category',
  'subscription',
  'task',
  'task-comment',
  'test-sample',
  'till-session',
  'webhook-endpoint',
  'workspace',
] as const

/** Kinds with the same name as another one. */
const aliases: Readonly<Record<string, (typeof subjects)[number]>> = {
  'lab-analysis': 'analysis',
  result: 'lab-result',
}

const verbs = [
  'changed',
  'created',
  'critical',
  'expiring',
  'finalized',
  'fulfilled',
  'opened',
  'progressed',
  'published',
  'recorded',
  'refunded',
  'removed',
  'requested',
  'seeded',
  'updated',
  'voided',
] as const

/** Returns the parts of an event's type, such as `wp.pos.invoice.voided.v1`, if both have texts. */
export const eventTypeParts = (
  type: string,
): { subject: (typeof subjects)[number]; verb: (typeof verbs)[number] } | null => {
  const [, , kind = '', what] = type.split('.')
  const subject = aliases[kind] ?? subjects.find((each) => each === kind)
  const verb = verbs.find((each) => each === what)
  return subject && verb ? { subject, verb } : null
}
