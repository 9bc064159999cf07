import { compileExpression } from '../expressions/expression.ts'
import { type Doc, type Value, isArray, isDoc, isNumber, isTruthy, toInteger } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { Deadline } from '../limits/deadline.ts'
import type { View } from '../execution/execute.ts'
import { checkCollation } from '../storage/index-spec.ts'
import type { Engine } from '../engine/engine.ts'
import type { PasswordFile } from '../authentication/password-file.ts'
import type { Login } from '../authentication/login.ts'
import type { SessionUse, Sessions } from '../engine/sessions.ts'
import type { Reply } from '../wire/message.ts'
import type { Cursors } from './cursors.ts'
import type { FailPoints } from './fail-points.ts'

/** The parts of the server that all connections share. */
export interface Services {
  engine: Engine
  sessions: Sessions
  cursors: Cursors
  connections: { open: ReadonlySet<Peer>; total: number }
  /** The password file. Without it, clients do not need to log in. */
  passwords: PasswordFile | undefined
  failPoints: FailPoints
  log: (error: unknown) => void
}

/** The connection that sent a command. `address` is the one that the client connected to. */
export interface Peer {
  readonly id: number
  /** The application name in the client's hello message. */
  appName: string | undefined
  /** Set by a fail point: the connection is closed without a reply. */
  isBroken: boolean
  readonly address: string
  readonly login: Login
}

export interface Context extends Services, SessionUse {
  command: string
  db: string
  body: Doc
  peer: Peer
  view: View
  deadline: Deadline | undefined
  now: Date
  /** The position of the first statement within its batch, which identifies it in retry records. */
  firstStatement?: number
}

/** A command: the fields that it accepts, whether it is allowed in a transaction, and its implementation. */
export interface Command {
  fields: readonly string[]
  inTransaction: boolean
  /** Set for commands that add data. They are rejected when the disk is nearly full. */
  needsSpace?: boolean
  run(context: Context): Promise<Reply> | Reply
}

/** Returns the collection name in the first field of a command. */
export function targetName({ body, command }: Context): string {
  const name = body.get(command)
  if (typeof name !== 'string') fail('InvalidNamespace', `'${command}' must be the name of a collection`)
  if (name === '' || name.includes('\0')) fail('InvalidNamespace', `Invalid namespace specified '${name}'`)
  return name
}

/** Returns a field that must be a document; undefined when it is missing or null. */
export function docField(body: Doc, name: string): Doc | undefined {
  const value = body.get(name)
  if (value === undefined || value === null) return undefined
  if (!isDoc(value)) fail('TypeMismatch', `BSON field '${name}' is the wrong type, expected type 'object'`)
  return value
}

export const filterField = (body: Doc, name: string): Doc => docField(body, name) ?? new Map()

/** Returns an integer of at least `min`; undefined when it is missing or null. */
export function integerField(body: Doc, name: string, min = 0): number | undefined {
  const value = body.get(name)
  if (value === undefined || value === null) return undefined
  if (!isNumber(value)) fail('TypeMismatch', `BSON field '${name}' is the wrong type, expected a number`)
  const number = toInteger(value)
  if (number === undefined) fail('FailedToParse', `'${name}' must be a whole number`)
  if (number < min) fail(51024, `BSON field '${name}' value must be >= ${min}, actual value '${number}'`)
  return number
}

export const flagField = (body: Doc, name: string, otherwise = false): boolean =>
  body.has(name) ? isTruthy(body.get(name)) : otherwise

export function stringField(body: Doc, name: string): string {
  const value = body.get(name)
  if (typeof value !== 'string') fail('TypeMismatch', `BSON field '${name}' must be a string`)
  return value
}

/** Returns a field that must be a list of documents. */
export function docsField(body: Doc, name: string): Doc[] {
  const value = body.get(name) ?? fail(40414, `BSON field '${name}' is missing but a required field`)
  if (!isArray(value)) fail('TypeMismatch', `BSON field '${name}' must be an array of documents`)
  for (const item of value) {
    if (!isDoc(item)) fail('TypeMismatch', `BSON field '${name}' must contain only documents`)
  }
  return value as Doc[]
}

/** Fails for a collation that would otherwise be ignored. */
export function rejectOptions(body: Doc): void {
  checkCollation(body.get('collation'))
}

/** Returns the deadline set by `maxTimeMS`, if any. */
export function deadlineOf(body: Doc): Deadline | undefined {
  const ms = integerField(body, 'maxTimeMS')
  return ms === undefined || ms === 0 ? undefined : new Deadline(ms)
}

/** Returns NOW and the `let` variables; their expressions cannot reference a document. */
export function letField(body: Doc, now: Date): Map<string, Value> {
  const vars = new Map<string, Value>([['NOW', now]])
  for (const [name, value] of docField(body, 'let') ?? [])
    vars.set(name, compileExpression(value)(new Map(), vars) ?? null)
  return vars
}
