/** Caches the result of the first call, for tests that do not change it. */
export const memoize = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
