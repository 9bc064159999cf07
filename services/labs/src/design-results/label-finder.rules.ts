/** Returns the longest label that begins at this position of a text and does not end inside a word, or null. */
export type LabelFinder = (text: string, at: number) => string | null

/**
 * Returns a finder for these labels. It uses binary search, so that the number of labels hardly matters, even
 * if they are similar.
 */
export const labelFinder = (labels: readonly string[]): LabelFinder => {
  const sorted = labels.toSorted()
  const shorter = linkPrefixes(sorted)
  const longest = labels.reduce((length, label) => Math.max(length, label.length), 0)
  return (text, at) => {
    const rest = text.slice(at, at + longest)
    // All labels that `rest` begins with are prefixes of the last label that is not greater than it.
    let index = findLastUpTo(sorted, rest)
    const shared = index === -1 ? 0 : sharedLength(sorted[index]!, rest)
    while (index !== -1) {
      const label = sorted[index]!
      if (label.length <= shared && !isInWord(text, at + label.length)) return label
      index = shorter[index]!
    }
    return null
  }
}

/** Returns for each label the index of the longest other label that it begins with, or -1. */
const linkPrefixes = (sorted: readonly string[]): number[] => {
  const shorter: number[] = []
  for (const [index, label] of sorted.entries()) {
    let candidate = index - 1
    while (candidate !== -1 && !label.startsWith(sorted[candidate]!)) candidate = shorter[candidate]!
    shorter.push(candidate)
  }
  return shorter
}

const findLastUpTo = (sorted: readonly string[], text: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= text) low = middle + 1
    else high = middle
  }
  return low - 1
}

const sharedLength = (one: string, other: string): number => {
  const end = Math.min(one.length, other.length)
  let length = 0
  while (length < end && one.charCodeAt(length) === other.charCodeAt(length)) length += 1
  return length
}

const isInWord = (text: string, at: number): boolean => {
  const next = text.codePointAt(at)
  return next !== undefined && /[\p{L}\p{N}_]/u.test(String.fromCodePoint(next))
}
