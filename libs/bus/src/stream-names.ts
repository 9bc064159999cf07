export const deadLetterStream = 'wp-dead-letters'

/** Subject of the dead letters of a consumer. */
export const deadLetterSubject = (service: string, consumer: string): string =>
  `wp-dead-letter.${service}.${consumer}`

export const streamName = (service: string): string => `wp-${service}`

/** Events have five parts, the workspace is never one of them; shorter subjects (heartbeats) are not stored. */
export const streamSubject = (service: string): string => `wp.${service}.*.*.*`

/** Where the answers to a service come in; it may listen there and nobody else. */
export const inboxPrefix = (service: string): string => `_INBOX.${service}`
