import type { Envelope } from './events.ts'

/** An event that a consumer could not handle five times. */
export type DeadLetter = {
  id: string
  service: string
  consumer: string
  event: Envelope
  reason: string
  tries: number
  failedAt: string
}

export type DeadLetters = {
  /** Oldest first; `after` is the id of the last one seen. */
  list(options: { service?: string; limit: number; after?: string }): Promise<DeadLetter[]>
  /** Publishes the event again and takes the letter out; consumers that have handled it ignore it. NOT_FOUND for an unknown id. */
  redrive(id: string): Promise<void>
}
