import { setTimeout as delay } from 'node:timers/promises'
import { type Doc, type Value, isArray, isDoc, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import { ProtocolError } from '../wire/message.ts'
import { filterField, flagField, integerField, stringField } from './context.ts'

/** Counts the occurrences of a failure according to `mode` in `configureFailPoint`. */
class Mode {
  #skip: number
  #times: number
  count = 0

  constructor(mode: Value | undefined) {
    if (mode !== 'alwaysOn' && !isDoc(mode))
      fail('BadValue', "'mode' must be 'off', 'alwaysOn', { times: <n> } or { skip: <n> }")
    this.#skip = countOf(mode, 'skip') ?? 0
    this.#times = countOf(mode, 'times') ?? Infinity
  }

  /** Returns whether the failure occurs this time. */
  next(): boolean {
    if (this.#skip-- > 0 || this.#times-- <= 0) return false
    this.count++
    return true
  }
}

function countOf(mode: Value, name: string): number | undefined {
  const count = isDoc(mode) ? mode.get(name) : undefined
  return isNumber(count) ? toNumber(count) : undefined
}

/** The configured failure of commands (`failCommand`). */
interface CommandFailure {
  mode: Mode
  commands: readonly string[]
  appName: string | undefined
  closesConnection: boolean
  blockMs: number
  code: number | undefined
  labels: string[] | undefined
  writeConcernError: Doc | undefined
}

/** The configured failure of statements of retryable writes (`onPrimaryTransactionalWrite`). */
interface WriteFailure {
  mode: Mode
  closesConnection: boolean
  code: number | undefined
}

/**
 * MongoDB's fail points `failCommand` and `onPrimaryTransactionalWrite`, with which the tests of drivers make commands
 * and retryable writes fail. They can be configured only when `enableTestCommands` is set.
 */
export class FailPoints {
  readonly #isEnabled: boolean
  #command: CommandFailure | undefined
  #write: WriteFailure | undefined

  constructor(isEnabled: boolean) {
    this.#isEnabled = isEnabled
  }

  /** Sets or removes a failure. Returns how often the previous one occurred. */
  configure(body: Doc): number {
    if (!this.#isEnabled) fail('CommandNotFound', "no such command: 'configureFailPoint'")
    const name = stringField(body, 'configureFailPoint')
    const isOff = body.get('mode') === 'off'
    const [mode, data] = [body.get('mode'), filterField(body, 'data')]
    if (name === 'failCommand') {
      const before = this.#command?.mode.count ?? 0
      this.#command = isOff ? undefined : commandFailure(new Mode(mode), data)
      return before
    }
    if (name === 'onPrimaryTransactionalWrite') {
      const before = this.#write?.mode.count ?? 0
      this.#write = isOff
        ? undefined
        : {
            mode: new Mode(mode),
            closesConnection: flagField(data, 'closeConnection', true),
            code: integerField(data, 'failBeforeCommitExceptionCode'),
          }
      return before
    }
    return fail(51010, `${name} not found`)
  }

  /**
   * Fails a command to which the fail point applies. Returns the write concern error to add to its reply, if any.
   * Throws ProtocolError to close the connection.
   */
  async onCommand(command: string, appName: string | undefined): Promise<Doc | undefined> {
    const failure = this.#command
    if (failure === undefined || !failure.commands.includes(command)) return undefined
    if (failure.appName !== undefined && failure.appName !== appName) return undefined
    if (!failure.mode.next()) return undefined
    if (failure.blockMs > 0) await delay(failure.blockMs)
    if (failure.closesConnection) throw new ProtocolError('the fail point closes the connection')
    if (failure.code !== undefined)
      throw new MongoError(
        failure.code,
        "Failing command via 'failCommand' failpoint",
        undefined,
        failure.labels ?? [],
      )
    return failure.writeConcernError
  }

  /** The labels that the configured failure of commands sets instead of the usual ones. */
  get labels(): string[] | undefined {
    return this.#command?.labels
  }

  /** Applies the fail point to a statement of a retryable write: fails it, or marks its connection to be closed. */
  onRetryableWrite(peer: { isBroken: boolean }): void {
    if (this.#write?.mode.next() !== true) return
    if (this.#write.closesConnection) peer.isBroken = true
    if (this.#write.code !== undefined)
      fail(this.#write.code, "Failing the write via 'onPrimaryTransactionalWrite' failpoint")
  }
}

function commandFailure(mode: Mode, data: Doc): CommandFailure {
  const commands = data.get('failCommands')
  if (!isArray(commands)) fail('FailedToParse', "'data.failCommands' must be a list of commands")
  const labels = data.get('errorLabels')
  const appName = data.get('appName')
  const writeConcernError = data.get('writeConcernError')
  return {
    mode,
    commands: commands.filter((item) => typeof item === 'string'),
    appName: typeof appName === 'string' ? appName : undefined,
    closesConnection: flagField(data, 'closeConnection'),
    blockMs: isTruthy(data.get('blockConnection')) ? (integerField(data, 'blockTimeMS') ?? 0) : 0,
    code: integerField(data, 'errorCode'),
    labels: isArray(labels) ? labels.filter((item) => typeof item === 'string') : undefined,
    writeConcernError: isDoc(writeConcernError) ? writeConcernError : undefined,
  }
}
