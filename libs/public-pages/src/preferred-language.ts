/**
 * Returns the first of the customer's languages (`Accept-Language`) that is offered, or null. A region is ignored:
 * `de-AT` is German.
 */
export const preferredLanguage = (header: string | undefined, offered: readonly string[]): string | null => {
  const wanted = (header ?? '')
    .split(',', 20)
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean)
      return { language: tag.trim().split('-')[0]!, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ language, quality }) => quality > 0 && offered.includes(language))
    .toSorted((a, b) => b.quality - a.quality)
  return wanted[0]?.language ?? null
}
