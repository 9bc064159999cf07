import { type Doc, Double, Int32, Long, type Value, isArray } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { MAX_MESSAGE_BYTES, type Reply, reply } from '../wire/message.ts'
import { MAX_DOCUMENT_BYTES } from '../storage/documents.ts'
import { LIFETIME_PARAMETER } from '../engine/sessions.ts'
import { type Command, type Context, filterField, integerField } from './context.ts'

/** The MongoDB version that this database imitates. */
const VERSION = '7.0.0'
const SET_NAME = 'rs0'
const MAX_WIRE_VERSION = 21
const ELECTION_ID_TIME = new Date()

/**
 * Returns the hello reply. It describes the primary of a single-node replica set, because drivers allow transactions
 * only on replica sets.
 */
function hello({ peer, command, body }: Context): Reply {
  const appName = filterField(filterField(body, 'client'), 'application').get('name')
  if (typeof appName === 'string') peer.appName = appName
  const answer = reply(
    [command === 'hello' ? 'isWritablePrimary' : 'ismaster', true],
    ['helloOk', true],
    ['secondary', false],
    ['setName', SET_NAME],
    ['setVersion', new Int32(1)],
    ['hosts', [peer.address]],
    ['me', peer.address],
    ['primary', peer.address],
    ['maxBsonObjectSize', new Int32(MAX_DOCUMENT_BYTES)],
    ['maxMessageSizeBytes', new Int32(MAX_MESSAGE_BYTES)],
    ['maxWriteBatchSize', new Int32(100_000)],
    ['localTime', new Date()],
    ['logicalSessionTimeoutMinutes', new Int32(30)],
    ['connectionId', new Int32(peer.id)],
    ['minWireVersion', new Int32(0)],
    ['maxWireVersion', new Int32(MAX_WIRE_VERSION)],
    ['readOnly', false],
  )
  if (isArray(body.get('compression'))) answer.set('compression', [])
  for (const [name, value] of peer.login.helloFields(body)) answer.set(name, value)
  return answer
}

const buildInfo = (): Reply =>
  reply(
    ['version', VERSION],
    [
      'versionArray',
      VERSION.split('.')
        .map((part) => new Int32(Number(part)) as Value)
        .concat([new Int32(0)]),
    ],
    ['gitVersion', 'embedded'],
    ['modules', []],
    ['allocator', 'node'],
    ['javascriptEngine', 'none'],
    ['bits', new Int32(64)],
    ['debug', false],
    ['maxBsonObjectSize', new Int32(MAX_DOCUMENT_BYTES)],
    ['storageEngines', ['lmdb']],
  )

function serverStatus({ engine, connections, sessions, cursors, peer }: Context): Reply {
  const uptime = (Date.now() - engine.startedAt) / 1000
  const memory = process.memoryUsage()
  return reply(
    ['host', peer.address],
    ['version', VERSION],
    ['process', 'embedded-mongo'],
    ['pid', Long.fromNumber(process.pid)],
    ['uptime', new Double(uptime)],
    ['uptimeMillis', Long.fromNumber(Math.round(uptime * 1000))],
    ['localTime', new Date()],
    [
      'connections',
      reply(
        ['current', new Int32(connections.open.size)],
        ['available', new Int32(10_000)],
        ['totalCreated', new Int32(connections.total)],
      ),
    ],
    [
      'mem',
      reply(
        ['bits', new Int32(64)],
        ['resident', new Int32(Math.round(memory.rss / 2 ** 20))],
        ['supported', true],
      ),
    ],
    ['metrics', reply(['cursor', reply(['open', reply(['total', Long.fromNumber(cursors.size)])])])],
    ['transactions', reply(['currentOpen', Long.fromNumber(sessions.openTransactions)])],
    [
      'storageEngine',
      reply(
        ['name', 'lmdb'],
        ['persistent', true],
        ['commits', Long.fromNumber(engine.environment.commitCount)],
      ),
    ],
  )
}

/** Returns one entry per connection, whether or not it runs an operation. */
const currentOp = ({ connections }: Context): Reply =>
  reply([
    'inprog',
    [...connections.open].map(({ id, appName }) =>
      reply(
        ['type', 'op'],
        ['connectionId', new Int32(id)],
        ...(appName === undefined ? [] : [['appName', appName] as [string, Value]]),
      ),
    ),
  ])

function connectionStatus({ peer: { login } }: Context): Reply {
  const users = login.user === undefined ? [] : [reply(['user', login.user], ['db', 'admin'])]
  return reply(['authInfo', reply(['authenticatedUsers', users], ['authenticatedUserRoles', []])])
}

const lifetimeOf = ({ sessions }: Context): Value => new Int32(sessions.lifetimeSeconds)

function getParameter(context: Context): Reply {
  const answer: Doc = reply()
  for (const name of context.body.keys()) {
    if (name === 'featureCompatibilityVersion') answer.set(name, reply(['version', VERSION.slice(0, 3)]))
    if (name === LIFETIME_PARAMETER) answer.set(name, lifetimeOf(context))
  }
  if (answer.size === 0) fail('InvalidOptions', 'no option found to get')
  return answer
}

function setParameter(context: Context): Reply {
  const seconds = integerField(context.body, LIFETIME_PARAMETER)
  if (seconds === undefined) fail('InvalidOptions', 'no option found to set, use help:true to see options')
  if (seconds < 1)
    fail('BadValue', `Invalid value for parameter ${LIFETIME_PARAMETER}: ${seconds} is not >= 1`)
  const was = lifetimeOf(context)
  context.sessions.lifetimeSeconds = seconds
  return reply(['was', was])
}

function replSetGetStatus({ peer }: Context): Reply {
  const member = reply(
    ['_id', new Int32(0)],
    ['name', peer.address],
    ['health', new Double(1)],
    ['state', new Int32(1)],
    ['stateStr', 'PRIMARY'],
    ['self', true],
    ['electionDate', ELECTION_ID_TIME],
  )
  return reply(['set', SET_NAME], ['date', new Date()], ['myState', new Int32(1)], ['members', [member]])
}

function dbStats({ engine, db }: Context): Reply {
  const collections = engine.catalogue.collections(db)
  const objects = collections.reduce((sum, collection) => sum + engine.count(collection), 0)
  const indexes = collections.reduce((sum, collection) => sum + collection.indexes.length, 0)
  return reply(
    ['db', db],
    ['collections', new Int32(collections.length)],
    ['objects', Long.fromNumber(objects)],
    ['indexes', new Int32(indexes)],
  )
}

const simple = (run: Command['run'], fields: readonly string[] = []): Command => ({
  fields,
  inTransaction: false,
  run,
})
const HELLO_FIELDS = [
  'client',
  'compression',
  'helloOk',
  'hostInfo',
  'saslSupportedMechs',
  'speculativeAuthenticate',
  'topologyVersion',
  'maxAwaitTimeMS',
  'loadBalanced',
  'backpressure',
  'forShell',
]

export const ADMIN_COMMANDS: Record<string, Command> = {
  hello: simple(hello, HELLO_FIELDS),
  isMaster: simple(hello, HELLO_FIELDS),
  ismaster: simple(hello, HELLO_FIELDS),
  saslStart: simple(
    ({ peer, body }) => peer.login.start(body),
    ['mechanism', 'payload', 'options', 'autoAuthorize'],
  ),
  saslContinue: simple(({ peer, body }) => peer.login.continue(body), ['conversationId', 'payload']),
  ping: simple(() => reply()),
  buildInfo: simple(buildInfo),
  buildinfo: simple(buildInfo),
  serverStatus: simple(serverStatus, ['repl', 'metrics', 'locks', 'wiredTiger']),
  currentOp: simple(currentOp, ['$all']),
  connectionStatus: simple(connectionStatus, ['showPrivileges']),
  getParameter: simple(getParameter, ['featureCompatibilityVersion', 'allParameters', LIFETIME_PARAMETER]),
  setParameter: simple(setParameter, [LIFETIME_PARAMETER]),
  configureFailPoint: simple(
    ({ failPoints, body }) => reply(['count', new Int32(failPoints.configure(body))]),
    ['mode', 'data'],
  ),
  replSetGetStatus: simple(replSetGetStatus),
  dbStats: simple(dbStats, ['scale', 'freeStorage']),
}
