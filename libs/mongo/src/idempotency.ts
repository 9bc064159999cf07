import { randomUUID } from 'node:crypto'
import { AppError, systemClock } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Database } from './database.ts'
import type { PlatformDoc } from './documents.ts'
import { isDuplicateKey, isWriteConflict } from './errors.ts'
import { idempotencyCollection } from './idempotency-records.ts'
import type { KeyRecord } from './idempotency-records.ts'
import { GivenUp } from './transactions.ts'
import { trusted } from './trusted.ts'

/** A reply as it can be kept and given again. */
export type Outcome = { status: number; body: unknown; headers: Record<string, string> }

export type IdempotentRequest = {
  /** Whose key it is: the workspace, the admin, the store. */
  scope: string
  key: string
  /** Of everything that makes the request what it is: path and body. */
  bodyHash: string
  routeId: string
  mode: 'transaction' | 'required' | 'saga'
}

type Answer = { outcome: Outcome; replayed: boolean }

/**
 * Gives one request one effect. `transaction` (and `required`, which only makes the key obligatory) runs `work` inside
 * one ambient transaction together with the record; `saga` stores a running record with a lease first, and after a crash
 * the next request with the key runs `work` again. Throws IDEMPOTENCY_KEY_REUSED (other body or route) and
 * IDEMPOTENCY_IN_PROGRESS. Answers 5xx, 401, 403 and 429 are not kept; other 4xx are kept, their effect rolled back.
 */
export type IdempotencyStore = {
  run(request: IdempotentRequest, work: () => Promise<Outcome>): Promise<Answer>
}

const keptMs = 24 * 3600 * 1000
const leaseMs = 30_000

/** Keeps idempotency records in the service's own database for 24 hours. */
export const mongoIdempotency = (db: Database, clock: Clock = systemClock): IdempotencyStore => {
  const records = db.global(idempotencyCollection)

  const earlier = async (id: string, request: IdempotentRequest): Promise<Answer | 'lapsed' | null> => {
    const record = await records().findOne({ id })
    if (!record) return null
    if (record.expiresAt <= clock.now()) {
      await records().remove({ id, expiresAt: record.expiresAt })
      return null
    }
    return answerFrom(record, request)
  }

  const claim = (id: string, request: IdempotentRequest, more: Partial<KeyRecord> = {}) =>
    records().insert({
      id,
      bodyHash: request.bodyHash,
      routeId: request.routeId,
      outcome: null,
      leaseUntil: null,
      holder: null,
      expiresAt: new Date(clock.now().getTime() + keptMs),
      ...more,
    })

  /** Somebody else has the key: their answer if it is there by now. */
  const othersAnswer = async (id: string, request: IdempotentRequest): Promise<Answer> => {
    const answer = await earlier(id, request)
    if (answer === null || answer === 'lapsed') throw inProgress()
    return answer
  }

  const keep = async (id: string, request: IdempotentRequest, outcome: Outcome): Promise<Answer> => {
    try {
      await claim(id, request, { outcome: JSON.stringify(outcome) })
      return { outcome, replayed: false }
    } catch (error) {
      if (isDuplicateKey(error)) return othersAnswer(id, request)
      throw error
    }
  }

  const inTransaction = async (id: string, request: IdempotentRequest, work: () => Promise<Outcome>) => {
    let isClaimed = false
    try {
      return await db.transaction(async () => {
        isClaimed = false
        await claim(id, request).catch((error: unknown) => {
          // Not worth waiting for the other one: its answer will be there when the caller comes again.
          throw isWriteConflict(error) ? new Taken('the key is in use') : error
        })
        isClaimed = true
        const outcome = await work()
        if (outcome.status >= 400) throw new Refused(outcome)
        await records().update({ id }, { outcome: JSON.stringify(outcome) })
        return { outcome, replayed: false }
      })
    } catch (error) {
      if (error instanceof Refused)
        return isKept(error.outcome)
          ? keep(id, request, error.outcome)
          : { outcome: error.outcome, replayed: false }
      if (error instanceof Taken || (!isClaimed && isDuplicateKey(error))) return othersAnswer(id, request)
      throw error
    }
  }

  const asSaga = async (
    id: string,
    request: IdempotentRequest,
    isLapsed: boolean,
    work: () => Promise<Outcome>,
  ) => {
    const holder = randomUUID()
    const leaseUntil = () => new Date(Date.now() + leaseMs)
    if (isLapsed) {
      const lapsed = trusted({ $lt: new Date() })
      const taken = await records().update(
        { id, outcome: null, leaseUntil: lapsed },
        { holder, leaseUntil: leaseUntil() },
      )
      if (!taken) return othersAnswer(id, request)
    } else {
      const isMine = await claim(id, request, { holder, leaseUntil: leaseUntil() }).then(
        () => true,
        (error: unknown) => {
          if (isDuplicateKey(error)) return false
          throw error
        },
      )
      if (!isMine) return othersAnswer(id, request)
    }
    const renewal = setInterval(() => {
      void records()
        .update({ id, holder }, { leaseUntil: leaseUntil() })
        .catch(() => undefined)
    }, leaseMs / 3)
    try {
      const outcome = await work()
      if (!isKept(outcome)) await records().remove({ id, holder })
      else await records().update({ id, holder }, { outcome: JSON.stringify(outcome), leaseUntil: null })
      return { outcome, replayed: false }
    } catch (error) {
      await records().remove({ id, holder })
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  /** What this process is at: most repetitions come while the first is running, and need no database to be refused. */
  const running = new Map<string, IdempotentRequest>()

  return {
    run: async (request, work) => {
      const id = `${request.scope}:${request.key}`
      const first = running.get(id)
      if (first) {
        refuseOther(first, request)
        throw inProgress()
      }
      running.set(id, request)
      try {
        const answer = await earlier(id, request)
        if (answer !== null && answer !== 'lapsed') return answer
        if (request.mode === 'saga') return await asSaga(id, request, answer === 'lapsed', work)
        return await inTransaction(id, request, work)
      } finally {
        running.delete(id)
      }
    },
  }
}

/** Rolls the transaction back and carries the answer out of it. */
class Refused extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(`answered ${outcome.status}`)
    this.outcome = outcome
  }
}

/** Another transaction is about to write the same key. */
class Taken extends GivenUp {}

const refuseOther = (
  first: Pick<IdempotentRequest, 'bodyHash' | 'routeId'>,
  request: IdempotentRequest,
): void => {
  if (first.bodyHash !== request.bodyHash || first.routeId !== request.routeId)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This Idempotency-Key was used for another request; take a new key for a new request',
    )
}

const answerFrom = (record: PlatformDoc<KeyRecord>, request: IdempotentRequest): Answer | 'lapsed' => {
  refuseOther(record, request)
  if (record.outcome !== null) return { outcome: JSON.parse(record.outcome) as Outcome, replayed: true }
  if (record.leaseUntil && record.leaseUntil.getTime() < Date.now()) return 'lapsed'
  throw inProgress()
}

const isKept = ({ status }: Outcome): boolean => status < 500 && ![401, 403, 429].includes(status)

const inProgress = (): AppError =>
  new AppError(
    'IDEMPOTENCY_IN_PROGRESS',
    'The first request with this Idempotency-Key is still running; ask again in a moment',
    { retryAfterSeconds: 1 },
  )
