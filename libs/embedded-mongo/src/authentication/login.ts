import { Binary, type Doc, Int32, type Value, isDoc, isTruthy } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { reply } from '../wire/message.ts'
import { type PasswordFile, USER } from './password-file.ts'
import { ScramConversation } from './scram.ts'

const MECHANISM = 'SCRAM-SHA-256'
const CONVERSATION = new Int32(1)

/** Commands that are allowed before the login: hello, the login itself, and commands that reveal no data. */
const OPEN_COMMANDS = new Set([
  'hello',
  'isMaster',
  'ismaster',
  'ping',
  'buildInfo',
  'buildinfo',
  'connectionStatus',
  'endSessions',
  'saslStart',
  'saslContinue',
])

/** A connection's login state. Without a password file, every command is allowed. */
export class Login {
  readonly #passwords: PasswordFile | undefined
  #conversation: ScramConversation | undefined
  #isProven = false
  #skipsEmptyExchange = false

  constructor(passwords: PasswordFile | undefined) {
    this.#passwords = passwords
  }

  /** The logged-in user, or undefined before the login. */
  get user(): string | undefined {
    return this.#isProven ? USER : undefined
  }

  /** Throws unless this connection may send the command. */
  require(command: string): void {
    if (this.#passwords === undefined || this.#isProven || OPEN_COMMANDS.has(command)) return
    fail('Unauthorized', `Command ${command} requires authentication`)
  }

  /**
   * Returns the additional hello fields for drivers with a password: the mechanism, and the reply to a speculative
   * login.
   */
  helloFields(body: Doc): [string, Value][] {
    if (this.#passwords === undefined) return []
    const early = body.get('speculativeAuthenticate')
    const isEarly = isDoc(early) && early.has('saslStart') && early.get('mechanism') === MECHANISM
    return [
      ...(body.has('saslSupportedMechs') ? [['saslSupportedMechs', [MECHANISM]] as [string, Value]] : []),
      ...(isEarly ? [['speculativeAuthenticate', this.start(early)] as [string, Value]] : []),
    ]
  }

  start(body: Doc): Doc {
    if (this.#passwords === undefined)
      fail('AuthenticationFailed', 'This database has no password; remove user and password from the URL')
    if (body.get('mechanism') !== MECHANISM) fail('AuthenticationFailed', `Only ${MECHANISM} is supported`)
    const options = body.get('options')
    this.#skipsEmptyExchange = isDoc(options) && isTruthy(options.get('skipEmptyExchange'))
    this.#isProven = false
    this.#conversation = new ScramConversation(USER, this.#passwords.secrets())
    return step(this.#conversation.first(payloadOf(body)), false)
  }

  continue(body: Doc): Doc {
    if (this.#isProven) return step('', true)
    const conversation = this.#conversation
    this.#conversation = undefined
    const answer = step(conversation?.final(payloadOf(body)) ?? null, this.#skipsEmptyExchange)
    this.#isProven = true
    return answer
  }
}

function step(payload: string | null, done: boolean): Doc {
  if (payload === null) fail('AuthenticationFailed', 'Authentication failed.')
  return reply(
    ['conversationId', CONVERSATION],
    ['done', done],
    ['payload', new Binary(Buffer.from(payload))],
  )
}

function payloadOf(body: Doc): string {
  const payload = body.get('payload')
  if (!(payload instanceof Binary)) fail('BadValue', "The field 'payload' must be binary")
  return Buffer.from(payload.value()).toString()
}
