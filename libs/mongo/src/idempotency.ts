import { randomUUID } from 'node:crypto'
import { AppError, isReplayable, parseExactJson } from '@wp/kernel'
import type { IdempotencyStore, IdempotentRequest, StoredReply } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import type { Database } from './database.ts'
import type { PlatformDoc } from './documents.ts'
import { isDuplicateKey, isWriteConflict } from './errors.ts'
import { idempotencyCollection } from './idempotency-records.ts'
import type { KeyRecord } from './idempotency-records.ts'
import { openReply, recordId, sealReply } from './sealed-replies.ts'
import { NonRetryable } from './transactions.ts'
import type { TransactionOptions } from './transactions.ts'
import { isOverdue, overdue } from './overdue.ts'
import { trusted } from './trusted.ts'

type Answer = Awaited<ReturnType<IdempotencyStore['run']>>

const retentionMs = 24 * 3600 * 1000
const leaseMs = 30_000

/**
 * Returns a store that keeps idempotency records in the service's database for 24 hours. Uses the database's
 * time: a process with a wrong system time would treat a record or a running saga as expired, and rerun its
 * request.
 */
export const mongoIdempotency = (db: Database): IdempotencyStore => {
  const { clock } = db
  const records = db.global(idempotencyCollection)

  const findAnswer = async (id: string, request: IdempotentRequest): Promise<Answer | 'expired' | null> => {
    const record = await records().findOne(recordOf(id, request))
    if (!record) return null
    if (record.expiresAt <= clock.now()) {
      await records().removeIf({ ...recordOf(id, request), expiresAt: record.expiresAt })
      return null
    }
    return toAnswer(record, request, clock.now())
  }

  const claim = (id: string, request: IdempotentRequest, more: Partial<KeyRecord> = {}) =>
    records().insert({
      id,
      workspaceId: request.workspaceId,
      bodyHash: request.bodyHash,
      routeId: request.routeId,
      reply: null,
      leaseUntil: null,
      holder: null,
      expiresAt: new Date(clock.now().getTime() + retentionMs),
      ...more,
    })

  /**
   * Returns the stored reply to the other request with this key. Throws IDEMPOTENCY_IN_PROGRESS if there is
   * none yet.
   */
  const answerOfOther = async (id: string, request: IdempotentRequest): Promise<Answer> => {
    const answer = await findAnswer(id, request)
    if (answer === null || answer === 'expired') throw inProgress()
    return answer
  }

  const storeRefusal = async (
    id: string,
    request: IdempotentRequest,
    reply: StoredReply,
  ): Promise<Answer> => {
    try {
      await claim(id, request, { reply: sealReply(request, JSON.stringify(reply)) })
      return { reply, isReplay: false }
    } catch (error) {
      if (isDuplicateKey(error)) return answerOfOther(id, request)
      throw error
    }
  }

  const runInTransaction = async (
    id: string,
    request: IdempotentRequest,
    work: () => Promise<StoredReply>,
    options: TransactionOptions,
  ) => {
    let isClaimed = false
    try {
      return await db.transaction(async () => {
        isClaimed = false
        await claim(id, request).catch((error: unknown) => {
          // Fails right away instead of waiting for the other request; the caller gets its reply by retrying.
          throw isWriteConflict(error) ? new KeyInUse('The key is in use') : error
        })
        isClaimed = true
        const reply = await work()
        if (reply.status >= 400) throw new RolledBack(reply)
        await records().updateIf(recordOf(id, request), { reply: sealReply(request, JSON.stringify(reply)) })
        return { reply, isReplay: false }
      }, options)
    } catch (error) {
      if (error instanceof RolledBack)
        return isReplayable(error.reply.status)
          ? storeRefusal(id, request, error.reply)
          : { reply: error.reply, isReplay: false }
      if (error instanceof KeyInUse || (!isClaimed && isDuplicateKey(error)))
        return answerOfOther(id, request)
      throw error
    }
  }

  const runAsSaga = async (
    id: string,
    request: IdempotentRequest,
    isExpired: boolean,
    work: () => Promise<StoredReply>,
  ) => {
    const holder = randomUUID()
    const mine = { ...recordOf(id, request), holder }
    const leaseUntil = () => new Date(clock.now().getTime() + leaseMs)
    if (isExpired) {
      const taken = await records().updateIf(
        { ...recordOf(id, request), reply: null, ...overdue('leaseUntil', clock.now(), leaseMs) },
        { holder, leaseUntil: leaseUntil() },
      )
      if (!taken) return answerOfOther(id, request)
    } else {
      const isMine = await claim(id, request, { holder, leaseUntil: leaseUntil() }).then(
        () => true,
        (error: unknown) => {
          if (isDuplicateKey(error)) return false
          throw error
        },
      )
      if (!isMine) return answerOfOther(id, request)
    }
    const renewal = setInterval(() => {
      void requestContext
        .runWithoutDeadline(() => records().updateIf(mine, { leaseUntil: leaseUntil() }))
        .catch(() => undefined)
    }, leaseMs / 3)
    try {
      const reply = await work()
      if (!isReplayable(reply.status)) await requestContext.runWithoutDeadline(() => records().removeIf(mine))
      else
        await requestContext.runWithoutDeadline(() =>
          records().updateIf(mine, {
            reply: sealReply(request, JSON.stringify(reply)),
            leaseUntil: null,
          }),
        )
      return { reply, isReplay: false }
    } catch (error) {
      await requestContext.runWithoutDeadline(() => records().removeIf(mine))
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  /**
   * Requests running in this process. Most repeats arrive while the first request runs, so they are rejected without
   * a database call.
   */
  const running = new Map<string, IdempotentRequest>()

  return {
    run: async (request, work, { prepare, queue } = {}) => {
      const id = recordId(request)
      const first = running.get(id)
      if (first) {
        checkSameRequest(first, request)
        throw inProgress()
      }
      running.set(id, request)
      try {
        const answer = await findAnswer(id, request)
        if (answer !== null && answer !== 'expired') return answer
        const refusal = await prepare?.()
        if (refusal) return await storeRefusal(id, request, refusal)
        if (request.mode === 'saga') return await runAsSaga(id, request, answer === 'expired', work)
        return await runInTransaction(id, request, work, queue ? { queue: queue() } : {})
      } finally {
        running.delete(id)
      }
    },
  }
}

/** Matches a request's record, including one from an earlier version without the workspace. */
const recordOf = (id: string, { workspaceId }: IdempotentRequest) => ({
  id,
  workspaceId: trusted({ $in: [workspaceId, null] }),
})

/** Thrown to roll back the transaction; contains the reply to return. */
class RolledBack extends Error {
  readonly reply: StoredReply
  constructor(reply: StoredReply) {
    super(`The request was answered with status ${reply.status}`)
    this.reply = reply
  }
}

/** Thrown when another transaction is about to write the same key. */
class KeyInUse extends NonRetryable {}

const checkSameRequest = (
  first: Pick<IdempotentRequest, 'bodyHash' | 'routeId'>,
  request: IdempotentRequest,
): void => {
  if (first.bodyHash !== request.bodyHash || first.routeId !== request.routeId)
    throw new AppError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was already used for another request')
}

const toAnswer = (
  record: PlatformDoc<KeyRecord>,
  request: IdempotentRequest,
  now: Date,
): Answer | 'expired' => {
  checkSameRequest(record, request)
  if (record.reply !== null)
    return { reply: parseExactJson(openReply(request, record.reply)) as StoredReply, isReplay: true }
  if (record.leaseUntil && isOverdue(record.leaseUntil, now, leaseMs)) return 'expired'
  throw inProgress()
}

const inProgress = (): AppError =>
  new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still running; try again shortly',
    { retryAfterSeconds: 1 },
  )
