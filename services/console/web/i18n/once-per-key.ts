/** Returns a function that creates a value once for each key. For `Intl` objects, which are slow to create. */
export const oncePerKey = <Value>(create: (key: string) => Value): ((key: string) => Value) => {
  const known = new Map<string, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = create(key)
    known.set(key, value)
    return value
  }
}
