/**
 * Returns whether the service worker stores a file. Excludes fonts for scripts other than Latin and Arabic.
 */
export const isKeptOffline = (path: string): boolean =>
  /\.(js|css|svg)$/.test(path) || /\/(inter-latin-wght|noto-sans-arabic-arabic)[^/]*\.woff2$/.test(path)
