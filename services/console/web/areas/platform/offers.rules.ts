import { matchesQuery } from '../../app/text-search.rules.ts'

type Offer = { name: string; slug: string; isActive: boolean; sortOrder: number }

/** Returns the matching items in the order in which businesses see them. */
export const findOffers = <Item extends Offer>(
  items: readonly Item[],
  { search = '', state = '' }: { search?: string; state?: string },
): Item[] =>
  items
    .filter(({ name, slug }) => matchesQuery(search, name, slug))
    .filter(({ isActive }) => state === '' || isActive === (state === 'offered'))
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
