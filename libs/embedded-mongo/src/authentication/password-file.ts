import { readFileSync, statSync } from 'node:fs'
import { type ScramSecrets, deriveSecrets } from './scram.ts'

/** The user whom all passwords belong to. */
export const USER = 'wp'

/** The passwords of the database: a file with one in each line, all of them valid. Read again when it has changed. */
export class PasswordFile {
  readonly #path: string
  #version: string
  #secrets: ScramSecrets

  /** Throws when the file cannot be read or holds no password. */
  constructor(path: string) {
    this.#path = path
    this.#version = this.#look()
    this.#secrets = this.#read()
  }

  /** What logins are checked against; a file that cannot be read leaves what was known. */
  secrets(): ScramSecrets {
    try {
      const version = this.#look()
      if (version !== this.#version) {
        this.#secrets = this.#read()
        this.#version = version
      }
    } catch {
      // It is being replaced.
    }
    return this.#secrets
  }

  #look(): string {
    const { mtimeMs, ino, size } = statSync(this.#path)
    return `${mtimeMs}.${ino}.${size}`
  }

  #read(): ScramSecrets {
    const passwords = readFileSync(this.#path, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    if (passwords.length === 0) throw new Error(`The password file ${this.#path} holds no password`)
    return deriveSecrets(passwords)
  }
}
