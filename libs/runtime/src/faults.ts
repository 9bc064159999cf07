/** Faults that a test switches on in a service that runs in its own process. */
export type Faults = {
  /** Makes every operation on the database fail with this error, until null is given. */
  throwOnStore(error: Error | null): void
  /** Called by the database before each operation. */
  beforeOperation(): void
}

/** To be given to `startService`. */
export const createFaults = (): Faults => {
  let storeError: Error | null = null
  return {
    throwOnStore: (error) => {
      storeError = error
    },
    beforeOperation: () => {
      if (storeError) throw storeError
    },
  }
}
