/** What the first call makes, for every call: for the tests of a file that leave a thing as it is. */
export const memoize = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | null = null
  return () => (made ??= make())
}
