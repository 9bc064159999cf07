/** A named lease; while it is held nobody else acquires it. Check `acquired` first. */
export type Lease = {
  readonly acquired: boolean
  /** Holds it for another term; false when it was lost. */
  renew(): Promise<boolean>
  release(): Promise<void>
}
