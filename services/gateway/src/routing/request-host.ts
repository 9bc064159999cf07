/**
 * Returns the lowercase host name from a `Host` header, without port or trailing dot, or null when it is not a name
 * with a dot in it.
 */
export const requestHost = (header: string | undefined): string | null => {
  if (header === undefined) return null
  // Caches the last result, because most requests have the same host as the previous one.
  if (header !== lastHeader) {
    lastHost = readHost(header)
    lastHeader = header
  }
  return lastHost
}

let lastHeader = ''
let lastHost: string | null = null

const readHost = (header: string): string | null => {
  const [name = '', port, ...rest] = header.toLowerCase().split(':')
  if (rest.length > 0 || (port !== undefined && !/^\d{1,5}$/.test(port))) return null
  const host = name.endsWith('.') ? name.slice(0, -1) : name
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host) ? host : null
}
