/**
 * Returns the first items that fit into `maxBytes`, but always at least one. `isCut` tells whether items were
 * left out.
 */
export const cutAt = <Item>(
  items: Item[],
  bytesOf: (item: Item) => number,
  maxBytes: number,
): { items: Item[]; isCut: boolean } => {
  let bytes = 0
  const end = items.findIndex((item, index) => (bytes += bytesOf(item)) > maxBytes && index > 0)
  return end === -1 ? { items, isCut: false } : { items: items.slice(0, end), isCut: true }
}
