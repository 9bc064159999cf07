/** Fault injection for tests that run a service in their own process. */
export type Faults = {
  /** Makes every database operation fail with this error; null stops the failures. */
  throwOnStore(error: Error | null): void
  /** Called before each database operation. */
  beforeOperation(): void
}

/** Returns faults to pass to `startService`. */
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
