/** Reads a list from NATS completely before anything is changed, because changes would shift its pages. */
export const readAll = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
