/** Returns whether every word of the query begins a word of the label, as in “ad cl” for “Add a client”. */
export const matchesQuery = (label: string, query: string): boolean => {
  const words = label.toLocaleLowerCase().split(/\s+/)
  return query
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter(Boolean)
    .every((part) => words.some((word) => word.startsWith(part)))
}
