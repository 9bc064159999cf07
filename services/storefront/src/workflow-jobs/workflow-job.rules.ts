import { cutAt, hashSecret, parseExactJson } from '@wp/kernel'
import type { JobCallback, JobStatus } from './workflow-job.contract.ts'

type StoredState = {
  status: JobStatus
  progress: number
  step: string | null
  message: string | null
  meta: string | null
  sequence: number | null
}

/**
 * Returns whether a callback may change a job. A key must be the job's. A callback without a key, or for an older job
 * that has none, is accepted unless keys are required.
 */
export const mayCallBack = (
  { callbackKey }: { callbackKey?: string },
  key: string | undefined,
  isKeyRequired: boolean,
): boolean => {
  if (key === undefined || callbackKey === undefined) return !isKeyRequired
  return hashSecret(key) === hashSecret(callbackKey) // compares hashes, so that the comparison takes constant time
}

/** Classifies a callback: `stale` if its sequence is not higher, `duplicate` if it equals the stored state. */
export const classifyCallback = (
  stored: StoredState,
  { sequence, meta, ...update }: Omit<JobCallback, 'jobId'>,
): 'new' | 'duplicate' | 'stale' => {
  if (sequence !== undefined && stored.sequence !== null && sequence <= stored.sequence) return 'stale'
  const isDuplicate =
    update.status === stored.status &&
    update.progress === stored.progress &&
    update.step === stored.step &&
    update.message === stored.message &&
    (meta === undefined || (stored.meta !== null && isEqualJson(meta, parseExactJson(stored.meta))))
  return isDuplicate ? 'duplicate' : 'new'
}

/** Compares objects regardless of the order of their keys. */
const isEqualJson = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [keys, otherKeys] = [Object.keys(one), Object.keys(other)]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === otherKeys.length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqualJson((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  )
}

const maxAttempts = 8
/** Longer than a call can take, so that calls for the same job never overlap. */
const firstDelayMs = 15_000
/** The longest delay after a call before the job is due again. */
export const maxCallDelayMs = firstDelayMs * 2 ** (maxAttempts - 1)

export const areAttemptsUsedUp = (attempts: number): boolean => attempts >= maxAttempts

/** Returns when to call the workflow tool again if it does not respond: after 15 s, 30 s, 60 s, … */
export const nextCallAfter = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + firstDelayMs * 2 ** (attempts - 1))

/** gRPC clients reject messages above 4 MiB. */
const maxPageBytes = 3 * 1024 * 1024

/** Returns the first records that fit into one gRPC message, and at least one. */
export const toPage = <Record>(records: Record[]): Record[] =>
  cutAt(records, (record) => Buffer.byteLength(JSON.stringify(record)), maxPageBytes).items
