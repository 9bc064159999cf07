/** Returns a function that caches the result of its first call. Only for tests that do not change the result. */
export const memoize = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
