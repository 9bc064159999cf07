import type { Caller } from '../limits/caller.ts'

type Lines<Item> = Map<string, Item[]>

/**
 * Holds requests that wait for a free slot. Members and anonymous callers take turns, and so do the callers within each
 * of these classes. A caller's requests keep their order, so a caller with many requests mostly delays its own.
 */
export class FairQueue<Item> {
  size = 0
  /** In turn order: a caller that was served moves to the end of its class, and its class to the end of this list. */
  readonly #classes: [Lines<Item>, Lines<Item>] = [new Map(), new Map()]
  readonly #members = this.#classes[0]
  readonly #anonymous = this.#classes[1]

  /**
   * Adds an item and returns null. When the queue already has `capacity` items, the newest item of the caller with the
   * most waiting items is dropped and returned, which can be the given item.
   */
  add(caller: Caller, item: Item, capacity: number): Item | null {
    const lines = caller.isMember ? this.#members : this.#anonymous
    const waiting = lines.get(caller.key)?.length ?? 0
    if (this.size < capacity) {
      this.#append(lines, caller.key, item)
      return null
    }
    const longest = this.#longest()
    if (longest === null || longest.line.length <= waiting) return item
    const dropped = longest.line.pop()!
    this.#taken(longest.lines, longest.key, longest.line)
    this.#append(lines, caller.key, item)
    return dropped
  }

  /** Removes and returns the next item that is ready, or null. Callers whose first item is not ready are skipped. */
  take(isReady: (item: Item) => boolean): Item | null {
    for (const lines of this.#classes) {
      for (const [key, line] of lines) {
        const [first] = line
        if (!isReady(first!)) continue
        line.shift()
        lines.delete(key)
        lines.set(key, line)
        this.#taken(lines, key, line)
        if (this.#classes[0] === lines) this.#classes.reverse()
        return first!
      }
    }
    return null
  }

  remove({ key, isMember }: Caller, item: Item): void {
    const lines = isMember ? this.#members : this.#anonymous
    const line = lines.get(key)
    const at = line?.indexOf(item) ?? -1
    if (!line || at === -1) return
    line.splice(at, 1)
    this.#taken(lines, key, line)
  }

  #append(lines: Lines<Item>, key: string, item: Item): void {
    const line = lines.get(key)
    if (line) line.push(item)
    else lines.set(key, [item])
    this.size += 1
  }

  #taken(lines: Lines<Item>, key: string, line: Item[]): void {
    this.size -= 1
    if (line.length === 0) lines.delete(key)
  }

  #longest(): { lines: Lines<Item>; key: string; line: Item[] } | null {
    let longest: { lines: Lines<Item>; key: string; line: Item[] } | null = null
    for (const lines of this.#classes)
      for (const [key, line] of lines)
        if (longest === null || line.length > longest.line.length) longest = { lines, key, line }
    return longest
  }
}
