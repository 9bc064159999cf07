type Cached = { version: string; calendar: string }

const maxCharacters = 32 * 1024 * 1024

/**
 * Caches recent calendars in this process and evicts the least recently read ones. Because other processes change
 * sessions too, callers pass the version that they read from the database.
 */
export const calendarCache = (limit = maxCharacters) => {
  const calendars = new Map<string, Cached>()
  let characters = 0
  const remove = (key: string): void => {
    characters -= calendars.get(key)?.calendar.length ?? 0
    calendars.delete(key)
  }
  return {
    find: (key: string, version: string): string | null => {
      const cached = calendars.get(key)
      if (cached?.version !== version) return null
      calendars.delete(key)
      calendars.set(key, cached)
      return cached.calendar
    },
    keep: (key: string, version: string, calendar: string): void => {
      remove(key)
      calendars.set(key, { version, calendar })
      characters += calendar.length
      for (const oldest of calendars.keys()) {
        if (characters <= limit) return
        remove(oldest)
      }
    },
  }
}
