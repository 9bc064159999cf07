import { matchesQuery } from '../../app/text-search.rules.ts'

type Named = { name: string; translations: readonly { locale: string; name: string }[] }
type Offer = Named & { slug: string; isActive: boolean; sortOrder: number }

/** Returns the name of a plan or category in a language, as businesses see it. */
export const nameIn = (language: string, { name, translations }: Named): string =>
  translations.find(({ locale }) => locale === language)?.name ?? name

/** Returns the matching items in the order in which businesses see them. */
export const findOffers = <Item extends Offer>(
  items: readonly Item[],
  { search = '', state = '' }: { search?: string; state?: string },
): Item[] =>
  items
    .filter(({ name, slug, translations }) =>
      matchesQuery(search, name, slug, ...translations.map((each) => each.name)),
    )
    .filter(({ isActive }) => state === '' || isActive === (state === 'offered'))
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
