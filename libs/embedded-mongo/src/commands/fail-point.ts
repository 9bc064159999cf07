import { setTimeout as delay } from 'node:timers/promises'
import { type Doc, type Value, isArray, isDoc, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import { ProtocolError } from '../wire/message.ts'
import { filterField, flagField, integerField, stringField } from './context.ts'

/** The part of `data` in `configureFailPoint` that describes what happens to a command. */
interface Failure {
  commands: readonly string[]
  appName: string | undefined
  closesConnection: boolean
  blockMs: number
  code: number | undefined
  labels: string[] | undefined
  writeConcernError: Doc | undefined
}

/**
 * MongoDB's fail point `failCommand`, with which the tests of drivers make commands fail. Can be configured only on a
 * server for tests.
 */
export class FailPoint {
  readonly #isEnabled: boolean
  #failure: Failure | undefined
  #skip = 0
  #times = Infinity
  #count = 0

  constructor(isEnabled: boolean) {
    this.#isEnabled = isEnabled
  }

  /** Sets or removes the failure. Returns how often the previous one occurred. */
  configure(body: Doc): number {
    if (!this.#isEnabled) fail('CommandNotFound', "no such command: 'configureFailPoint'")
    const name = stringField(body, 'configureFailPoint')
    if (name !== 'failCommand') fail(51010, `${name} not found`)
    const before = this.#count
    const mode = body.get('mode')
    this.#count = 0
    this.#skip = countOf(mode, 'skip') ?? 0
    this.#times = countOf(mode, 'times') ?? Infinity
    if (mode === 'off') this.#failure = undefined
    else if (mode === 'alwaysOn' || isDoc(mode)) this.#failure = parse(filterField(body, 'data'))
    else fail('BadValue', "'mode' must be 'off', 'alwaysOn', { times: <n> } or { skip: <n> }")
    return before
  }

  /**
   * Fails a command if it is meant. Returns the write concern error to add to its reply, if any. Throws ProtocolError
   * to close the connection.
   */
  async apply(command: string, appName: string | undefined): Promise<Doc | undefined> {
    const failure = this.#failure
    if (failure === undefined || !failure.commands.includes(command)) return undefined
    if (failure.appName !== undefined && failure.appName !== appName) return undefined
    if (this.#skip > 0) {
      this.#skip--
      return undefined
    }
    if (this.#times <= 0) return undefined
    this.#times--
    this.#count++
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

  /** Returns the labels that the configured failure sets instead of the usual ones. */
  get labels(): string[] | undefined {
    return this.#failure?.labels
  }
}

function countOf(mode: Value | undefined, name: string): number | undefined {
  const count = isDoc(mode) ? mode.get(name) : undefined
  return isNumber(count) ? toNumber(count) : undefined
}

function parse(data: Doc): Failure {
  const commands = data.get('failCommands')
  if (!isArray(commands)) fail('FailedToParse', "'data.failCommands' must be a list of commands")
  const labels = data.get('errorLabels')
  const appName = data.get('appName')
  const writeConcernError = data.get('writeConcernError')
  return {
    commands: commands.filter((item) => typeof item === 'string'),
    appName: typeof appName === 'string' ? appName : undefined,
    closesConnection: flagField(data, 'closeConnection'),
    blockMs: isTruthy(data.get('blockConnection')) ? (integerField(data, 'blockTimeMS') ?? 0) : 0,
    code: integerField(data, 'errorCode'),
    labels: isArray(labels) ? labels.filter((item) => typeof item === 'string') : undefined,
    writeConcernError: isDoc(writeConcernError) ? writeConcernError : undefined,
  }
}
