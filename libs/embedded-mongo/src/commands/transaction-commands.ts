import { isArray, isDoc } from '../bson/values.ts'
import { type MongoError, fail } from '../errors.ts'
import { transactionGone } from '../transactions/transaction.ts'
import { Retries } from '../transactions/retries.ts'
import { type Reply, reply } from '../wire/message.ts'
import type { Command, Context } from './context.ts'

const noSuchTransaction = (number: bigint): MongoError =>
  transactionGone(`Transaction ${number} has been aborted or is not known.`)

async function commitTransaction(context: Context): Promise<Reply> {
  const { session, transaction, engine, txnNumber: number } = context
  if (session === undefined || number === undefined)
    fail('InvalidOptions', 'commitTransaction requires a session and a transaction number')
  const retries = new Retries(engine.environment)
  if (transaction === undefined || transaction.state !== 'open') {
    if (transaction?.state === 'committing') await transaction.finished
    const isCommitted = transaction?.state === 'committed' || retries.isCommitted(session.id, number)
    if (isCommitted) return reply()
    throw noSuchTransaction(number)
  }
  context.cursors.killWhere((cursor) => cursor.transaction === transaction)
  await engine.commit(transaction, () => retries.saveCommit(session.id, number))
  return reply()
}

function abortTransaction(context: Context): Reply {
  const { session, transaction, txnNumber: number } = context
  if (session === undefined || number === undefined)
    fail('InvalidOptions', 'abortTransaction requires a session and a transaction number')
  if (transaction === undefined || transaction.state !== 'open') {
    if (transaction?.state === 'committed')
      fail('TransactionCommitted', `Transaction ${number} has been committed.`)
    throw noSuchTransaction(number)
  }
  context.cursors.killWhere((cursor) => cursor.transaction === transaction)
  context.sessions.abort(session)
  return reply()
}

function endSessions(context: Context): Reply {
  const ids = context.body.get('endSessions')
  for (const lsid of isArray(ids) ? ids : []) {
    if (!isDoc(lsid)) continue
    const session = context.sessions.end(lsid)
    if (session !== undefined)
      context.cursors.killWhere((cursor) => cursor.session === session && !cursor.isBusy)
  }
  return reply()
}

export const TRANSACTION_COMMANDS: Record<string, Command> = {
  commitTransaction: { fields: ['recoveryToken'], inTransaction: true, run: commitTransaction },
  abortTransaction: { fields: ['recoveryToken'], inTransaction: true, run: abortTransaction },
  endSessions: { fields: [], inTransaction: false, run: endSessions },
  refreshSessions: { fields: [], inTransaction: false, run: () => reply() },
  killSessions: { fields: [], inTransaction: false, run: () => reply() },
}
