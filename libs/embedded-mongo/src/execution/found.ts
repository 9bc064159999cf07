import { decode, decodeFields } from '../bson/codec.ts'
import type { Doc } from '../bson/values.ts'
import type { Matcher } from '../query/match.ts'

/** A found document, which is decoded on demand. */
export class Found {
  readonly idKey: Buffer
  readonly bytes: Buffer
  #doc: Doc | undefined

  constructor(idKey: Buffer, bytes: Buffer) {
    this.idKey = idKey
    this.bytes = bytes
  }

  get doc(): Doc {
    return (this.#doc ??= decode(this.bytes))
  }

  /** Decodes only what the filter reads. */
  matches(matcher: Matcher): boolean {
    if (this.#doc !== undefined || !matcher.readsOnlyThese) return matcher.matches(this.doc)
    return matcher.matches(decodeFields(this.bytes, matcher.fieldNames))
  }
}
