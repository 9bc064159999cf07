/** Returns whether the service worker stores a file. Fonts for other scripts than Latin and Arabic are left out. */
export const isKeptOffline = (path: string): boolean =>
  /\.(js|css|svg)$/.test(path) || /\/(inter-latin-wght|noto-sans-arabic-arabic)[^/]*\.woff2$/.test(path)
