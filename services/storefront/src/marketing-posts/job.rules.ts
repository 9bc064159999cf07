import type { JobCallback, JobStatus } from './job.contract.ts'

type HeldState = {
  status: JobStatus
  progress: number
  step: string | null
  message: string | null
  meta: string | null
  sequence: number | null
}

/** What a callback means for a job: news, the same again (of a newer sequence: only that is noted), or old. */
export const judgeCallback = (
  held: HeldState,
  { sequence, meta, ...update }: Omit<JobCallback, 'jobId'>,
): 'news' | 'same' | 'old' => {
  if (sequence !== undefined && held.sequence !== null && sequence <= held.sequence) return 'old'
  const isSame =
    update.status === held.status &&
    update.progress === held.progress &&
    update.step === held.step &&
    update.message === held.message &&
    (meta === undefined || (held.meta !== null && isEqualJson(meta, JSON.parse(held.meta))))
  return isSame ? 'same' : 'news'
}

/** Objects are equal whatever the order of their keys. */
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
/** Longer than one call may take, so that no second one begins while the first is under way. */
const firstDelayMs = 15_000

export const areCallsSpent = (attempts: number): boolean => attempts >= maxAttempts

/** When the workflow tool is called again after this many attempts, if it has not answered: 15 s, 30 s, 60 s, … */
export const nextCallAfter = (attempts: number, now: Date): Date =>
  new Date(now.getTime() + firstDelayMs * 2 ** (attempts - 1))
