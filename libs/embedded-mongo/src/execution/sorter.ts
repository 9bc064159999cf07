import { Yielder } from '../limits/yielder.ts'

const MERGE_STEP = 500

/**
 * A stable sort that yields to other work: items are sorted in small runs, which are merged in pairs. Keeps only the
 * first `keep` items.
 */
export class Sorter<T> {
  readonly #compare: (a: T, b: T) => number
  readonly #keep: number
  readonly #yielder = new Yielder()
  /** Sorted runs, each at least twice as long as the next, so that each item is merged only a few times. */
  readonly #runs: T[][] = []

  constructor(compare: (a: T, b: T) => number, keep: number) {
    this.#compare = compare
    this.#keep = keep
  }

  async add(items: readonly T[]): Promise<void> {
    this.#runs.push(items.toSorted(this.#compare).slice(0, this.#keep))
    while (this.#runs.length > 1 && this.#runs.at(-2)!.length < this.#runs.at(-1)!.length * 2)
      await this.#mergeLast()
  }

  /** Returns the items within the limit, in order. */
  async all(): Promise<readonly T[]> {
    while (this.#runs.length > 1) await this.#mergeLast()
    return this.#runs[0] ?? []
  }

  async #mergeLast(): Promise<void> {
    const second = this.#runs.pop()!
    const first = this.#runs.pop()!
    const merged: T[] = []
    let [left, right] = [0, 0]
    while (merged.length < this.#keep && (left < first.length || right < second.length)) {
      const takesLeft =
        right >= second.length || (left < first.length && this.#compare(first[left]!, second[right]!) <= 0)
      merged.push(takesLeft ? first[left++]! : second[right++]!)
      if (merged.length % MERGE_STEP === 0) await this.#yielder.yieldIfDue()
    }
    this.#runs.push(merged)
  }
}
