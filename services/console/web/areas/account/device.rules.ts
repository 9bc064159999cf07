/** The browser and operating system in a `User-Agent` header; null for unknown ones. */
export type Device = { browser: string | null; system: string | null }

const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|undici/, 'Node.js'],
]
const systems: [RegExp, string][] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstMatch = (table: [RegExp, string][], text: string): string | null =>
  table.find(([pattern]) => pattern.test(text))?.[1] ?? null

export const toDevice = (userAgent: string): Device => ({
  browser: firstMatch(browsers, userAgent),
  system: firstMatch(systems, userAgent),
})
