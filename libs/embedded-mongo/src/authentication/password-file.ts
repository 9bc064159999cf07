import { readFileSync, statSync } from 'node:fs'
import { type ScramSecrets, deriveSecrets } from './scram.ts'

/** The only user. All passwords are for this user. */
export const USER = 'wp'

/**
 * The database's passwords: a file with one password per line, all of them valid. The file is read again when it
 * changes.
 */
export class PasswordFile {
  readonly #path: string
  #version: string
  #secrets: ScramSecrets

  /** Throws when the file cannot be read or contains no password. */
  constructor(path: string) {
    this.#path = path
    this.#version = this.#look()
    this.#secrets = this.#read()
  }

  /** Returns the credentials for logins. Keeps the last ones when the file cannot be read. */
  secrets(): ScramSecrets {
    try {
      const version = this.#look()
      if (version !== this.#version) {
        this.#secrets = this.#read()
        this.#version = version
      }
    } catch {
      // The file may be missing briefly while it is being replaced.
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
    if (passwords.length === 0) throw new Error(`The password file ${this.#path} contains no password`)
    return deriveSecrets(passwords)
  }
}
