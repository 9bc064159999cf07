export const pageSize = 100
const maxPages = 20

/** The number of records after which a list that is loaded as a whole ends. */
export const maxRecords = maxPages * pageSize

type Page<Item> = { items: Item[]; next: string | null }

/** Loads a short list page by page. Longer lists load while the user scrolls (`DataTable`). */
export const loadPages = async <Item>(load: (after: string) => Promise<Page<Item>>): Promise<Item[]> => {
  const all: Item[] = []
  let after: string | null = ''
  for (let page = 0; page < maxPages && after !== null; page += 1) {
    const { items, next }: Page<Item> = await load(after)
    all.push(...items)
    after = next
  }
  return all
}
