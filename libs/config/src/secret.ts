import { inspect } from 'node:util'

const mask = '[secret]'

/** A value that prints as `[secret]` in logs, JSON and templates. `reveal()` returns it. */
export class Secret<Value = string> {
  readonly #value: Value

  constructor(value: Value) {
    this.#value = value
  }

  reveal(): Value {
    return this.#value
  }

  toString(): string {
    return mask
  }

  toJSON(): string {
    return mask
  }

  [inspect.custom](): string {
    return mask
  }
}
