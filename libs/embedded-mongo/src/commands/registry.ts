import { type Doc, Int32, type Value, isArray, isDoc, isNumber, toNumber } from '../bson/values.ts'
import { MongoError, fail, unsupported } from '../errors.ts'
import { type Transaction, transactionGone } from '../transactions/transaction.ts'
import type { Reply } from '../wire/message.ts'
import { ProtocolError, type Request } from '../wire/message.ts'
import { ADMIN_COMMANDS } from './admin.ts'
import { AGGREGATE_COMMANDS } from './aggregate.ts'
import { COLLECTION_COMMANDS } from './collections.ts'
import { type Command, type Context, type Peer, type Services, deadlineOf, flagField } from './context.ts'
import { EXPLAIN_COMMANDS } from './explain.ts'
import { FIND_AND_MODIFY_COMMANDS } from './find-and-modify.ts'
import { READ_COMMANDS } from './find.ts'
import { INDEX_COMMANDS } from './indexes.ts'
import { completeReply } from './reply.ts'
import { TRANSACTION_COMMANDS } from './transaction-commands.ts'
import { WRITE_COMMANDS } from './writes.ts'

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...ADMIN_COMMANDS,
  ...AGGREGATE_COMMANDS,
  ...COLLECTION_COMMANDS,
  ...EXPLAIN_COMMANDS,
  ...FIND_AND_MODIFY_COMMANDS,
  ...INDEX_COMMANDS,
  ...READ_COMMANDS,
  ...TRANSACTION_COMMANDS,
  ...WRITE_COMMANDS,
}

/** MongoDB commands that are deliberately not supported; the error says so. */
export const UNSUPPORTED_COMMANDS = [
  'mapReduce',
  'geoSearch',
  'createUser',
  'updateUser',
  'dropUser',
  'createRole',
  'createSearchIndexes',
  'applyOps',
  'bulkWrite',
  'cloneCollectionAsCapped',
  'convertToCapped',
  'compact',
  'reIndex',
  'killOp',
  'validate',
  'collStats',
  'profile',
  'shardCollection',
  'enableSharding',
  'fsync',
  'authenticate',
  'top',
  'dataSize',
  'planCacheClear',
]

const GENERAL_FIELDS = new Set([
  '$db',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'stmtId',
  'stmtIds',
  '$maxTimeMS',
  'mayBypassWriteBlocking',
  'rawData',
])

/**
 * Runs a request and returns its reply. Errors become MongoDB error documents, except ProtocolError, which is thrown.
 */
export async function dispatch(services: Services, peer: Peer, request: Request): Promise<Reply> {
  const command = request.body.keys().next().value ?? ''
  let transaction: Transaction | undefined
  try {
    if (request.failure !== undefined) throw request.failure
    const entry = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
    if (entry === undefined) {
      if (UNSUPPORTED_COMMANDS.includes(command)) unsupported(`The command '${command}'`)
      fail('CommandNotFound', `no such command: '${command}'`)
    }
    checkFields(command, entry, request.body)
    peer.login.require(command)
    const injected = await injectFailure(services, peer, request.body, command)
    const use = services.sessions.use(request.body, command)
    transaction = use.transaction
    checkConcerns(request.body, use.transaction !== undefined)
    const now = new Date()
    const context: Context = {
      ...services,
      ...use,
      command,
      db: request.db,
      body: request.body,
      peer,
      view: services.engine.view(use.transaction),
      deadline: deadlineOf(request.body),
      now,
    }
    if (use.transaction !== undefined && !entry.inTransaction) {
      fail('OperationNotSupportedInTransaction', `Cannot run '${command}' in a multi-document transaction.`)
    }
    const isRemoval = flagField(request.body, 'remove')
    if (entry.needsSpace === true && !isRemoval) await services.engine.diskSpace.require()
    const answer = await entry.run(context)
    const concernError = injected ?? concernErrorOf(request.body)
    if (!Buffer.isBuffer(answer)) return completeReply(withConcernError(answer, concernError, request.body))
    return answer
  } catch (error) {
    if (error instanceof ProtocolError) throw error
    const failure = knownError(error, transaction)
    if (failure.codeName === 'InternalError') services.log(error)
    if (transaction?.state === 'open' && !isEnd(command)) transaction.finish('aborted')
    return completeReply(failure.toReply())
  }
}

function knownError(error: unknown, transaction: Transaction | undefined): MongoError {
  if (error instanceof MongoError) return error
  if (transaction?.state === 'aborted') {
    // The transaction timed out during a read, so its snapshot no longer exists.
    return transactionGone()
  }
  return new MongoError('InternalError', error instanceof Error ? error.message : String(error))
}

function checkFields(command: string, entry: Command, body: Doc): void {
  for (const name of body.keys()) {
    if (name === command || GENERAL_FIELDS.has(name) || entry.fields.includes(name)) continue
    fail(40415, `BSON field '${command}.${name}' is an unknown field.`)
  }
}

function checkConcerns(body: Doc, isInTransaction: boolean): void {
  const read = body.get('readConcern')
  if (isDoc(read)) {
    const level: Value = read.get('level') ?? 'local'
    if (
      typeof level !== 'string' ||
      !['local', 'majority', 'available', 'linearizable', 'snapshot'].includes(level)
    ) {
      fail(
        'FailedToParse',
        "The level of a readConcern must be 'local', 'majority', 'available', 'linearizable' or 'snapshot'",
      )
    }
    for (const time of ['afterClusterTime', 'atClusterTime'])
      if (read.has(time))
        fail('InvalidOptions', `The embedded database has no cluster times, so '${time}' cannot be used`)
    if (level === 'snapshot' && !isInTransaction) unsupported("readConcern 'snapshot' outside a transaction")
  }
}

const isEnd = (command: string): boolean => command === 'commitTransaction' || command === 'abortTransaction'

/** Returns the error for a write concern that a single node cannot satisfy. As in MongoDB, the command still runs. */
function concernErrorOf(body: Doc): Doc | undefined {
  const write = body.get('writeConcern')
  const w = isDoc(write) ? write.get('w') : undefined
  if (isNumber(w) && toNumber(w) > 1)
    return concernError('UnsatisfiableWriteConcern', 'Not enough data-bearing nodes')
  if (typeof w === 'string' && w !== 'majority')
    return concernError(
      'UnknownReplWriteConcern',
      `No write concern mode named '${w}' found in replica set configuration`,
    )
  return undefined
}

function concernError(name: 'UnsatisfiableWriteConcern' | 'UnknownReplWriteConcern', message: string): Doc {
  const { code, codeName } = new MongoError(name, message)
  return new Map<string, Value>([
    ['code', new Int32(code)],
    ['codeName', codeName],
    ['errmsg', message],
  ])
}

function withConcernError(answer: Doc, error: Doc | undefined, body: Doc): Doc {
  if (error === undefined) return answer
  const code = error.get('code')
  const given = error.get('errorLabels')
  answer.set('writeConcernError', new Map([...error].filter(([name]) => name !== 'errorLabels')))
  const labels = isArray(given) ? given : isNumber(code) ? labelsOf(toNumber(code), body) : []
  if (labels.length > 0) answer.set('errorLabels', labels)
  return answer
}

/** Applies the fail point. Returns the write concern error to add to the reply, if any. */
async function injectFailure(
  { failPoints }: Services,
  peer: Peer,
  body: Doc,
  command: string,
): Promise<Doc | undefined> {
  try {
    return await failPoints.onCommand(command, peer.appName)
  } catch (error) {
    if (!(error instanceof MongoError) || failPoints.labels !== undefined) throw error
    const labels = labelsOf(error.code, body, body.get('autocommit') === false && !isEnd(command))
    throw new MongoError(error.code, error.message, undefined, labels)
  }
}

/** MongoDB's codes for network errors, and for servers that are stopping or are not the primary. */
const RETRYABLE_CODES = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

/** Returns the retry labels that MongoDB adds to an error with this code. */
function labelsOf(code: number, body: Doc, isInTransaction = false): string[] {
  if (!RETRYABLE_CODES.has(code)) return []
  if (isInTransaction) return ['TransientTransactionError']
  return body.has('txnNumber') ? ['RetryableWriteError'] : []
}
