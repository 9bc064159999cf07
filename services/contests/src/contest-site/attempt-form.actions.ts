import { AppError, isId } from '@wp/kernel'
import { addressOf, isFormKey } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import type { Texts } from '@wp/texts'
import {
  answerQuestion,
  getStartedAttempt,
  startAttempt,
  submitAttempt,
} from '../attempts/attempt.actions.ts'
import { NewAttempt } from '../attempts/attempt.contract.ts'
import type { ContestsDeps } from '../deps.ts'
import { readAnswerForm, readStartForm } from './contest-site.rules.ts'
import { showContest } from './contest-site.actions.ts'
import type { OpenContest, Redirect, SitePage } from './contest-site.actions.ts'

type Started = Redirect & { attemptId: string; token: string }

const textNames: Partial<Record<string, keyof Texts['contest']>> = {
  CONFLICT: 'alreadyTaken',
  RATE_LIMITED: 'tooMany',
  NOT_STARTED: 'opensLater',
  CLOSED: 'closed',
  VALIDATION_FAILED: 'contactNeeded',
}

/** Starts an attempt from the form. Redirects to its first question, or shows the form again with the error. */
export const startFromForm = async (
  deps: ContestsDeps,
  open: OpenContest,
  body: Uint8Array,
  ip: string,
): Promise<Started | SitePage<422>> => {
  const texts = textsFor(open.site.language).contest
  const form = readStartForm(body)
  const reject = async (error: string): Promise<SitePage<422>> => ({
    status: 422,
    page: await showContest(deps, open, { form, error }),
  })
  const given = { name: form.name, email: form.email || null, phone: form.phone || null }
  const parsed = NewAttempt.safeParse(given)
  if (!parsed.success) return reject(form.name === '' ? texts.nameNeeded : texts.contactNeeded)
  if (!isFormKey(form.key)) return reject(texts.sendAgain)
  try {
    const { attempt, token } = await startOnce(deps, open, parsed.data, { ip, key: form.key })
    const location = addressOf(open.site, { path: '/attempt' })
    return { status: 303, location, attemptId: attempt.id, token }
  } catch (error) {
    const name = error instanceof AppError ? textNames[error.code] : undefined
    if (name === undefined) throw error
    return reject(texts[name])
  }
}

/** Returns the attempt that the form has already started, even after the contest has ended, or starts it. */
const startOnce = async (
  deps: ContestsDeps,
  { contest }: OpenContest,
  participant: NewAttempt,
  { ip, key }: { ip: string; key: string },
) => {
  const findStarted = () =>
    getStartedAttempt(deps, contest.id, participant, key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null
      throw error
    })
  const earlier = await findStarted()
  if (earlier) return earlier
  try {
    return await startAttempt(deps, contest.id, participant, { ip, idempotencyKey: key })
  } catch (error) {
    const same = error instanceof AppError && error.code === 'CONFLICT' ? await findStarted() : null
    if (!same) throw error
    return same
  }
}

/** Saves the answer of a form, if there is one, and redirects to the next question. */
export const answerFromForm = async (
  deps: ContestsDeps,
  { site, own }: OpenContest,
  body: Uint8Array,
): Promise<Redirect> => {
  if (!own) return { status: 303, location: addressOf(site, { path: '' }) }
  const { questionId, optionId, next } = readAnswerForm(body)
  if (optionId !== null && isId(questionId) && own.attempt.status === 'in-progress') {
    const answer = { id: own.attempt.id, token: own.token, questionId, optionId }
    await answerQuestion(deps, answer).catch(ignoreLateOrUnknown)
  }
  const query = { question: /^(?:review|\d{1,3})$/.test(next) ? next : undefined }
  return { status: 303, location: addressOf(site, { path: '/attempt', query }) }
}

/**
 * For an attempt that is over, the next page shows the result; a tampered form with an unknown question saves
 * nothing.
 */
const ignoreLateOrUnknown = (error: unknown): void => {
  const isExpected =
    error instanceof AppError && ['CLOSED', 'NOT_FOUND', 'VALIDATION_FAILED'].includes(error.code)
  if (!isExpected) throw error
}

/** Submits the visitor's attempt and redirects to its result. */
export const submitFromForm = async (deps: ContestsDeps, { site, own }: OpenContest): Promise<Redirect> => {
  if (!own) return { status: 303, location: addressOf(site, { path: '' }) }
  await submitAttempt(deps, own.attempt.id, own.token)
  return { status: 303, location: addressOf(site, { path: '/attempt' }) }
}
