export const deadLetterStream = 'wp-dead-letters'

/** Returns the subject for a consumer's dead letters. */
export const deadLetterSubject = (service: string, consumer: string): string =>
  `wp-dead-letter.${service}.${consumer}`

export const streamName = (service: string): string => `wp-${service}`

/**
 * Returns the subject pattern for stored events, which have five parts. Shorter subjects (heartbeats) are not stored.
 */
export const streamSubject = (service: string): string => `wp.${service}.*.*.*`

/** Returns the prefix for reply subjects. Only this service may subscribe to them. */
export const inboxPrefix = (service: string): string => `_INBOX.${service}`
