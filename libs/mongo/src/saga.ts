import { AppError } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { Database } from './database.ts'
import type { Filter } from './documents.ts'
import type { SagaRecords } from './saga-records.ts'

type SagaDeps = { db: Database; clock: Clock; logger: Logger }

/** `end` ends the step, because the rejected call had no effect. A function returns the step to continue with. */
type OnRefusal<Doc, Name> = 'end' | ((record: Doc) => Name)

export type SagaStep<Doc, Name extends string, Deps> = {
  /** Does the step's work and ends the step. Must be repeatable. If absent, recovery undoes the step instead. */
  complete?: (deps: Deps, record: Doc) => Promise<unknown>
  /** The step that undoes this one. If absent, the step is repeated until it succeeds. */
  undo?: Name
  /**
   * The reaction when a peer rejects the call (a status below 500). If absent, a rejection undoes the step if
   * possible; otherwise it is handled like any other failure.
   */
  onRefusal?: OnRefusal<Doc, Name>
}

type SagaDefinition<Doc, Name extends string, Deps, Value, Started> = {
  /** Name of the saga in logs. */
  name: string
  records: SagaRecords<Doc, Value, Started>
  /** Returns the name of the record's current step. */
  stepOf: (record: Doc) => Name | null
  steps: Partial<Record<Name, SagaStep<Doc, Name, Deps>>>
  /** Must be longer than any request can take, so that a running step is not taken over. */
  timeoutMs?: number
}

/** How long recovery waits before it retries a failed step. */
const retryMs = 1_000
/** Maximum number of steps that the recovery job takes over per run. */
const maxRecovered = 100

/**
 * Defines a change that spans services. Each step is stored before a peer is called, so that it survives a crash. An
 * unanswered call may still take effect, so a failed step is undone, or repeated until the peer answers. The recovery
 * job retries whatever fails (docs/adr/0028-sagas.md).
 */
export const defineSaga = <
  Doc extends { id: Id; workspaceId: Id },
  Name extends string,
  Deps extends SagaDeps,
  Value,
  Started,
>({
  name,
  records,
  stepOf,
  steps,
  timeoutMs = 20_000,
}: SagaDefinition<Doc, Name, Deps, Value, Started>) => {
  const after = ({ clock }: SagaDeps, ms: number): Date => new Date(clock.now().getTime() + ms)
  const stepFor = (record: Doc): SagaStep<Doc, Name, Deps> => {
    const step = stepOf(record)
    return (step === null ? undefined : steps[step]) ?? {}
  }

  /** Does a step's work. If it fails, the recovery job retries it after `waitMs`. */
  const complete = async (deps: Deps, record: Doc, waitMs: number): Promise<void> => {
    try {
      await stepFor(record).complete?.(deps, record)
    } catch (error) {
      await records.release(deps.db, record, after(deps, waitMs))
      throw error
    }
  }

  const undo = async (deps: Deps, record: Doc, undoStep: Name, waitMs: number): Promise<void> => {
    const undoing = await records.turn(deps.db, record, undoStep, after(deps, timeoutMs))
    if (undoing) await complete(deps, undoing, waitMs)
  }

  const handleRefusal = async (deps: Deps, record: Doc, onRefusal: OnRefusal<Doc, Name>): Promise<void> => {
    if (onRefusal === 'end') await records.end(deps.db, record)
    else await records.turn(deps.db, record, onRefusal(record), deps.clock.now())
  }

  const logStep = (deps: Deps, record: Doc, error: unknown, message: string): void =>
    deps.logger.warn(
      { err: error, id: record.id, workspaceId: record.workspaceId, step: stepOf(record) },
      `${name} ${message}`,
    )

  /** Runs `work` and logs a failure instead of throwing: the recovery job retries the stored step. */
  const deferToRecovery = async (deps: Deps, record: Doc, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      logStep(deps, record, error, 'step failed; the recovery job will retry')
    }
  }

  /**
   * Completes a step that was taken over. Undoes or ends it if a peer rejects it, and undoes it if it cannot be
   * repeated.
   */
  const recover = async (deps: Deps, record: Doc, waitMs = 0): Promise<void> => {
    const { complete: repeat, undo: undoStep, onRefusal } = stepFor(record)
    if (!repeat) {
      if (undoStep !== undefined) await undo(deps, record, undoStep, waitMs)
      return
    }
    try {
      await repeat(deps, record)
    } catch (error) {
      if (isRefusal(error) && (onRefusal ?? undoStep) !== undefined) {
        logStep(deps, record, error, 'step was rejected during recovery; rolling it back')
        return onRefusal ? handleRefusal(deps, record, onRefusal) : undo(deps, record, undoStep!, waitMs)
      }
      await records.release(deps.db, record, after(deps, waitMs))
      throw error
    }
  }

  return {
    /** Returns the fields to include in the write that starts a step. */
    start: (deps: SagaDeps, value: Value): Started => records.started(value, after(deps, timeoutMs)),

    /**
     * Runs `work` for the step that the caller has just started on a record. If it fails, undoes, ends or releases
     * the step and rethrows the error. `onRefusal` overrides the step's own.
     */
    run: async <Result>(
      deps: Deps,
      record: Doc,
      work: () => Promise<Result>,
      { onRefusal = stepFor(record).onRefusal }: { onRefusal?: OnRefusal<Doc, Name> | undefined } = {},
    ): Promise<Result> => {
      try {
        return await work()
      } catch (error) {
        const { undo: undoStep } = stepFor(record)
        await deferToRecovery(deps, record, async () => {
          if (isRefusal(error) && onRefusal) await handleRefusal(deps, record, onRefusal)
          else if (undoStep !== undefined) await undo(deps, record, undoStep, 0)
          else await records.release(deps.db, record, deps.clock.now())
        })
        throw error
      }
    },

    /** Completes a record's step now if possible, otherwise leaves it to the recovery job. Never throws. */
    attempt: (deps: Deps, record: Doc): Promise<void> =>
      deferToRecovery(deps, record, () => complete(deps, record, 0)),

    /** Takes over an overdue step of a matching record. Returns null if no step is overdue. */
    takeOver: (deps: Deps, workspaceId: Id, filter: Filter<Doc>): Promise<Doc | null> =>
      records.takeOver(deps.db, workspaceId, filter, { now: deps.clock.now(), termMs: timeoutMs }),

    recover,

    /** Takes over and completes overdue steps, up to `maxRecovered`, until `signal` aborts. For the recovery job. */
    recoverOverdue: async (deps: Deps, signal?: AbortSignal): Promise<void> => {
      for (let count = 0; count < maxRecovered && !signal?.aborted; count += 1) {
        const record = await records.takeOverdue(deps.db, { now: deps.clock.now(), termMs: timeoutMs })
        if (!record) return
        await deferToRecovery(deps, record, () => recover(deps, record, retryMs))
      }
    },
  }
}

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status < 500
