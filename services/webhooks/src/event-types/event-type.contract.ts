/** A type of public event, such as `client.created`, and who may receive it. */
export type EventType = {
  type: string
  /** A workspace permission, or `owner`. */
  permission: string
}

/** The type of the event that the test route sends. */
export const testEventType = 'endpoint.test'
