/** A page of the site: its path below the base, and its parameters other than the language. */
export type SitePath = { path: string; query?: Readonly<Record<string, string | undefined>> }

/** The location of a site, and its visitor's language. */
type SiteAddress = {
  base: string
  language: string
  /** Whether the visitor chose the language, so that links must keep it. */
  isLanguageChosen: boolean
}

/** Returns the address of a page, in the language of the visitor or in the given one. */
export const addressOf = (
  { base, language, isLanguageChosen }: SiteAddress,
  { path, query = {} }: SitePath,
  chosen?: string,
): string => {
  const kept = chosen ?? (isLanguageChosen ? language : undefined)
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, language: kept }))
    if (value !== undefined) parameters.set(name, value)
  const text = parameters.toString()
  return `${base}${path}${text && '?'}${text}`
}
