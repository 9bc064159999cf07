export const deadLetterStream = 'wp-dead-letters'

/** Returns the subject of the dead letters of a consumer. */
export const deadLetterSubject = (service: string, consumer: string): string =>
  `wp-dead-letter.${service}.${consumer}`

export const streamName = (service: string): string => `wp-${service}`

/** Returns the subject of stored events. They have five parts; shorter subjects (heartbeats) are not stored. */
export const streamSubject = (service: string): string => `wp.${service}.*.*.*`

/** Returns the prefix of reply subjects; only this service may subscribe to them. */
export const inboxPrefix = (service: string): string => `_INBOX.${service}`
