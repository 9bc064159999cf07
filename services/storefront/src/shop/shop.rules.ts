/** A page of a shop: its path, which is empty for the front page, and parameters other than the language. */
export type ShopPath = { path: string; query?: Readonly<Record<string, string>> }

/** Returns the languages of a shop: its own first, then the others of the workspace. */
export const shopLanguages = (locale: string, languages: readonly string[] = []): string[] => [
  ...new Set([locale, ...languages]),
]

/** Returns the address of a page of the shop, in the given language. The language of the store needs no parameter. */
export const shopAddress = (
  { base, store }: { base: string; store: { locale: string } },
  language: string,
  { path, query = {} }: ShopPath,
): string => {
  const parameters = { ...query, ...(language !== store.locale && { language }) }
  const address = `${base}${path}` || '/'
  const text = new URLSearchParams(parameters).toString()
  return text ? `${address}?${text}` : address
}

/** The content of the front page: a page of all products, of a category, or of search results. */
export type ProductChoice = { page: number; search?: string | undefined; category?: string | undefined }

/** Returns the address of a page of products, without the parameters that are not needed. */
export const choicePath = ({ page, search, category }: ProductChoice): ShopPath => ({
  path: '',
  query: {
    ...(search && { search }),
    ...(category && { category }),
    ...(page > 1 && { page: String(page) }),
  },
})
