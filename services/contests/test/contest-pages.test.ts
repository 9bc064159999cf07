import { randomUUID } from 'node:crypto'
import { Script } from 'node:vm'
import { updateSubscription } from '@wp/admin-billing/contract'
import { domainWorkspaceHeader } from '@wp/http'
import * as identity from '@wp/identity/contract'
import { adminApi, eventually, platform, uniqueName, visitorApi } from '@wp/testing'
import { accessibilityFindings, pageOf, textOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { at, newQuiz, question, start } from './quiz.ts'

const visitor = visitorApi(contract)
const hour = 3_600_000

type Quiz = Awaited<ReturnType<typeof newQuiz>>

const contestPage = async ({ params }: Quiz, language = 'en', cookie = '') =>
  visitor.getContestSite({ params, headers: { 'accept-language': language, cookie } })

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }

const valueOf = (page: unknown, name: string) =>
  [...pageOf(page).querySelectorAll('input')].find((input) => input.name === name)!.value

const keyOf = (page: unknown) => valueOf(page, 'key')

/** Submits the form of a contest's page. */
const join = async (quiz: Quiz, changes: Record<string, string> = {}) => {
  const key = keyOf((await contestPage(quiz)).body)
  const fields = { key, name: 'Mona Hassan', email: `${uniqueName('p')}@shop.example`, ...changes }
  return visitor.submitStartForm.raw({
    params: quiz.params,
    headers: urlencoded,
    body: new URLSearchParams(fields).toString(),
  })
}

const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')!.split(';', 1)[0]!

const attemptPage = ({ params }: Quiz, cookie: string, choice?: string) =>
  visitor.getAttemptSite({
    params,
    headers: { cookie, 'accept-language': 'en' },
    query: choice === undefined ? {} : { question: choice },
  })

const answer = ({ params }: Quiz, cookie: string, fields: Record<string, string>) =>
  visitor.submitAnswerForm.raw({
    params,
    headers: { ...urlencoded, cookie },
    body: new URLSearchParams(fields).toString(),
  })

const submit = ({ params }: Quiz, cookie: string) =>
  visitor.submitSheetForm.raw({ params, headers: { ...urlencoded, cookie }, body: '' })

/** Returns the fields of the question that a page shows, with the given option. */
const fieldsOf = (page: unknown, optionId: string, next = '') => ({
  questionId: valueOf(page, 'questionId'),
  optionId,
  next,
})

/** Takes part through the pages with the given options, and returns the cookie. */
const takePart = async (quiz: Quiz, name: string, options: readonly string[]) => {
  const cookie = cookieOf(await join(quiz, { name }))
  for (const option of options)
    await answer(quiz, cookie, fieldsOf((await attemptPage(quiz, cookie)).body, option))
  await submit(quiz, cookie)
  return cookie
}

describe('GET /contests/:contestId', () => {
  it('shows the contest with its times in the zone of the business, and the form while it runs', async () => {
    const quiz = await newQuiz()
    await quiz.use(identity).updateWorkspace({ settings: { timeZone: 'Africa/Cairo' } })
    await eventually(async () => expect(textOf((await contestPage(quiz)).body)).toContain('Eastern European'))
    const { status, body, headers } = await contestPage(quiz)
    expect(status).toBe(200)
    expect(textOf(body)).toMatch(/Open now Quiz Ends in/)
    expect(textOf(body)).not.toContain('Leaderboard')
    expect(body).not.toContain(quiz.email)
    expect(body).not.toContain('First A')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
    expect((body as string).length).toBeLessThan(60_000)
    expect(await accessibilityFindings(body)).toEqual([])
  })

  it('shows the time until the start without a form, and that a contest has ended', async () => {
    const upcoming = await newQuiz({ startsAt: at(26 * hour), endsAt: at(50 * hour) })
    const before = (await contestPage(upcoming)).body
    expect(textOf(before)).toMatch(/Starts in 01 Days 01 Hours/)
    expect(pageOf(before).querySelector('main form')).toBeNull()
    const over = await newQuiz({ startsAt: at(-2 * hour), endsAt: at(-hour) })
    const after = (await contestPage(over)).body
    expect(textOf(after)).toContain('This contest has ended')
    expect(pageOf(after).querySelector('main form, [role=timer]')).toBeNull()
    const closed = await newQuiz()
    await closed.api.updateContest({ params: closed.params, body: { status: 'closed' } })
    expect(textOf((await contestPage(closed)).body)).toContain('This contest has ended')
  })

  it("uses the visitor's or the chosen language, and keeps the chosen one in links", async () => {
    const quiz = await newQuiz()
    const arabic = pageOf((await contestPage(quiz, 'ar-EG,en;q=0.5')).body)
    expect(arabic.documentElement.getAttribute('dir')).toBe('rtl')
    expect(arabic.querySelector('main form')!.getAttribute('action')).not.toContain('language')
    const chosen = await visitor.getContestSite({ params: quiz.params, query: { language: 'de' } })
    const german = pageOf(chosen.body)
    expect(german.documentElement.lang).toBe('de')
    expect(german.querySelector('main form')!.getAttribute('action')).toContain('?language=de')
  })

  it('escapes texts of the owner', async () => {
    const quiz = await newQuiz({ title: '<img src=x onerror=alert(1)>' })
    const { body } = await contestPage(quiz)
    expect(pageOf(body).querySelector('img')).toBeNull()
    expect(textOf(body)).toContain('<img src=x')
  })

  it('returns a 404 page for a draft, an unknown and a malformed id', async () => {
    const quiz = await newQuiz()
    const draft = (await quiz.api.createContest({ title: 'Draft', startsAt: at(0), endsAt: at(hour) })).body
    for (const contestId of [draft.contest.id, 'f'.repeat(24), 'nowhere']) {
      const reply = await visitor.getContestSite({ params: { contestId } })
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect((await visitor.getContestSiteStyle({ params: { contestId } })).status).toBe(404)
    }
  })

  it("serves the style sheet in the business's color, and the script", async () => {
    const quiz = await newQuiz()
    await quiz.use(identity).updateWorkspace({ business: { brandColor: '#7b2d8b' } })
    await eventually(async () => {
      const { body } = await visitor.getContestSiteStyle({ params: quiz.params })
      expect(body).toContain('--accent: #7b2d8b')
    })
    const script = await visitor.getContestSiteScript({ params: quiz.params })
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(() => new Script(script.body as string)).not.toThrow()
  })

  it('shows the public leaderboard with shortened names only when the owner allows it', async () => {
    const quiz = await newQuiz()
    await takePart(quiz, 'Mona Hassan', ['a', 'a'])
    await takePart(quiz, 'Omar', ['a', 'b'])
    expect((await contestPage(quiz)).body).not.toContain('Mona')
    expect(await visitor.getPublicLeaderboard({ params: quiz.params })).toFailWith(404, 'NOT_FOUND')
    await quiz.api.updateContest({ params: quiz.params, body: { publicLeaderboard: true } })
    const { body } = await contestPage(quiz)
    expect(textOf(body)).toMatch(/1 Mona H\. 8 2 Omar 3/)
    expect(body).not.toMatch(/Hassan|shop\.example/)
    const board = (await visitor.getPublicLeaderboard({ params: quiz.params, query: { limit: 1 } })).body
    expect(board.leaderboard).toEqual([{ rank: 1, attemptId: expect.any(String), name: 'Mona H.', score: 8 }])
    expect(board.pagination).toMatchObject({ page: 1, limit: 1, total: 2 })
    expect((await visitor.getPublicContest({ params: quiz.params })).body.contest.publicLeaderboard).toBe(
      true,
    )
    expect(await accessibilityFindings(body)).toEqual([])
  })

  it('changes the version of the leaderboard when someone submits, and marks it as final after the end', async () => {
    const quiz = await newQuiz()
    await quiz.api.updateContest({ params: quiz.params, body: { publicLeaderboard: true } })
    const live = async (of: Quiz) => pageOf((await contestPage(of)).body).querySelector('[data-live]')!
    const before = await live(quiz)
    expect(before.getAttribute('data-live')).toBe((await live(quiz)).getAttribute('data-live'))
    await takePart(quiz, 'Mona', ['a', 'a'])
    const after = await live(quiz)
    expect(after.getAttribute('data-live')).not.toBe(before.getAttribute('data-live'))
    expect(after.getAttribute('data-news')).toBe('First place: Mona, 8')
    expect(after.getAttribute('data-final')).toBeNull()
    const over = await newQuiz({ startsAt: at(-2 * hour), endsAt: at(-hour) })
    await over.api.updateContest({ params: over.params, body: { publicLeaderboard: true } })
    expect((await live(over)).getAttribute('data-final')).toBe('')
  })
})

describe('POST /contests/:contestId/attempts', () => {
  it('starts one attempt for a form that is submitted several times concurrently, and limits its cookie to the contest', async () => {
    const quiz = await newQuiz()
    const fields = { key: keyOf((await contestPage(quiz)).body), email: `${uniqueName('p')}@shop.example` }
    const replies = await Promise.all(Array.from({ length: 5 }, () => join(quiz, fields)))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(303))
    expect(new Set(replies.map(cookieOf)).size).toBe(1)
    const cookie = replies[0]!.headers.get('set-cookie')!
    expect(cookie).toContain(`Path=/contests/${quiz.contest.id}`)
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax|SameSite=Lax.*HttpOnly/)
    expect((await quiz.api.listAttempts({ params: quiz.params })).body.attempts).toHaveLength(1)
    await quiz.api.updateContest({ params: quiz.params, body: { status: 'closed' } })
    const again = await visitor.submitStartForm.raw({
      params: quiz.params,
      headers: urlencoded,
      body: new URLSearchParams({ name: 'Mona Hassan', ...fields }).toString(),
    })
    expect([again.status, cookieOf(again)]).toEqual([303, cookieOf(replies[0]!)])
  })

  it.each([
    [{ name: ' ' }, 'Please enter your name.'],
    [{ email: '' }, 'Please enter a valid email address or phone number.'],
    [{ email: 'mona' }, 'Please enter a valid email address or phone number.'],
    [{ email: '', phone: 'call me' }, 'Please enter a valid email address or phone number.'],
    [{ key: 'guessed' }, 'Please send the form again.'],
  ])('shows the form again for %o', async (changes, error) => {
    const reply = await join(await newQuiz(), changes)
    expect(reply.status).toBe(422)
    expect(pageOf(reply.body).querySelector('[role=alert]')!.textContent).toBe(error)
    expect(await accessibilityFindings(reply.body)).toEqual([])
  })

  it('rejects a second attempt of the same person, and one while the subscription has expired', async () => {
    const quiz = await newQuiz()
    const email = `${uniqueName('p')}@shop.example`
    expect((await join(quiz, { email })).status).toBe(303)
    const second = await join(quiz, { email: email.toUpperCase() })
    expect([second.status, second.headers.get('set-cookie')]).toEqual([422, null])
    expect(textOf(second.body)).toContain('has already taken part')
    await (
      await adminApi({ updateSubscription })
    ).updateSubscription({
      params: { workspaceId: quiz.workspaceId },
      body: { subscriptionEndDate: at(-hour) },
    })
    await eventually(async () => {
      const form = { key: randomUUID(), name: 'Omar', email: `${uniqueName('p')}@shop.example` }
      const reply = await visitor.submitStartForm.raw({
        params: quiz.params,
        headers: urlencoded,
        body: new URLSearchParams(form).toString(),
      })
      expect(reply.status).toBe(422)
      expect(textOf(reply.body)).toContain('not accepting participants')
    })
  })

  it('returns 415 for a body that is not a form, and a 404 page for an unknown contest', async () => {
    const quiz = await newQuiz()
    const headers = { 'content-type': 'application/json' }
    const send = { params: quiz.params, headers, body: '{}' }
    expect(await visitor.submitStartForm.raw(send)).toFailWith(415, 'UNSUPPORTED_MEDIA_TYPE')
    expect(await visitor.submitAnswerForm.raw(send)).toFailWith(415, 'UNSUPPORTED_MEDIA_TYPE')
    const unknown = { params: { contestId: 'f'.repeat(24) }, headers: urlencoded, body: '' }
    expect((await visitor.submitStartForm.raw(unknown)).status).toBe(404)
    expect((await visitor.submitAnswerForm.raw(unknown)).status).toBe(404)
    expect((await visitor.submitSheetForm.raw(unknown)).status).toBe(404)
    expect((await visitor.getAttemptSite({ params: unknown.params })).status).toBe(404)
  })
})

describe('contest pages', () => {
  it('returns 400 for an id of more than 100 characters', async () => {
    const params = { contestId: 'x'.repeat(101) }
    const form = { params, headers: urlencoded, body: '' }
    const replies = [
      await visitor.getContestSite({ params }),
      await visitor.getContestSiteStyle({ params }),
      await visitor.getContestSiteScript({ params }),
      await visitor.getAttemptSite({ params }),
      await visitor.submitStartForm.raw(form),
      await visitor.submitAnswerForm.raw(form),
      await visitor.submitSheetForm.raw(form),
    ]
    expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(400))
    expect(await visitor.getPublicLeaderboard({ params })).toFailWith(400, 'INVALID_ID')
  })

  it('serves only contests of its workspace on a custom domain', async () => {
    const quiz = await newQuiz()
    const other = await newQuiz()
    // The gateway sends this header, and removes it from the requests of callers.
    const headers = { [domainWorkspaceHeader]: quiz.workspaceId }
    const statusOf = async (path: string) =>
      (await fetch(`${platform().services['contests']![0]!.http}${path}`, { headers })).status
    const pathsOf = ({ contest }: Quiz) =>
      ['', '/style.css', '/attempt'].map((path) => `/contests/${contest.id}${path}`)
    expect(await Promise.all(pathsOf(quiz).map(statusOf))).toEqual([200, 200, 200])
    expect(await Promise.all(pathsOf(other).map(statusOf))).toEqual([404, 404, 404])
  })
})

describe('GET /contests/:contestId/attempt', () => {
  it('shows one question after the other, then the review and the result, and never the correct answers', async () => {
    const quiz = await newQuiz({ durationMinutes: 10 })
    const cookie = cookieOf(await join(quiz))
    const first = (await attemptPage(quiz, cookie)).body
    expect(textOf(first)).toContain('Question 1 of 2')
    expect(textOf(first)).not.toContain('Second A')
    expect(first).not.toContain('correct')
    expect(await accessibilityFindings(first)).toEqual([])
    const next = await answer(quiz, cookie, fieldsOf(first, 'a', '2'))
    expect([next.status, next.headers.get('location')]).toEqual([
      303,
      `/contests/${quiz.contest.id}/attempt?question=2`,
    ])
    const again = pageOf((await attemptPage(quiz, cookie, '1')).body)
    expect(again.querySelector('input:checked')!.getAttribute('value')).toBe('a')
    const review = (await attemptPage(quiz, cookie, 'review')).body
    expect(textOf(review)).toMatch(/Not answered yet: 2/)
    expect(await accessibilityFindings(review)).toEqual([])
    expect(textOf((await contestPage(quiz, 'en', cookie)).body)).toContain('You have already started')
    for (let count = 0; count < 2; count += 1) expect((await submit(quiz, cookie)).status).toBe(303)
    const result = (await attemptPage(quiz, cookie)).body
    expect(textOf(result)).toContain('3 of 8 points')
    expect(textOf(result)).not.toContain('Leaderboard')
    expect(await accessibilityFindings(result)).toEqual([])
    expect(textOf((await contestPage(quiz, 'en', cookie)).body)).toContain('Take part as another person')
  })

  it('saves nothing without an option, for an unknown question, and after the submission', async () => {
    const quiz = await newQuiz()
    const cookie = cookieOf(await join(quiz))
    const fields = fieldsOf((await attemptPage(quiz, cookie)).body, 'a')
    for (const wrong of [
      { questionId: fields.questionId },
      { questionId: 'f'.repeat(24), optionId: 'a' },
      { questionId: fields.questionId, optionId: 'z' },
    ])
      expect((await answer(quiz, cookie, wrong as Record<string, string>)).status).toBe(303)
    await submit(quiz, cookie)
    expect((await answer(quiz, cookie, fields)).status).toBe(303)
    expect(textOf((await attemptPage(quiz, cookie)).body)).toContain('0 of 8 points')
  })

  it("shows the participant's rank on the leaderboard, even below the first 50", async () => {
    const quiz = await newQuiz({ questions: [question('Only')] })
    await quiz.api.updateContest({ params: quiz.params, body: { publicLeaderboard: true } })
    for (let count = 0; count < 50; count += 1) {
      const { api, attempt } = await start(quiz.contest.id)
      const body = { optionId: 'a' }
      await api.answerQuestion({ params: { questionId: attempt.questions[0]!.id }, body })
      await api.submitAttempt()
    }
    const cookie = await takePart(quiz, 'Laila Osman', ['b'])
    const page = pageOf((await attemptPage(quiz, cookie)).body)
    expect(page.querySelector('.rank')!.textContent!.trim()).toBe('Place 51 of 51')
    expect(page.querySelectorAll('tbody tr')).toHaveLength(51)
    expect(page.querySelector('tr.own')!.textContent!.replaceAll(/\s+/g, ' ')).toContain('51 Laila O. You 0')
    const others = pageOf((await contestPage(quiz)).body)
    expect(others.querySelectorAll('tbody tr')).toHaveLength(50)
    expect(others.querySelector('tr.own')).toBeNull()
  })

  it('redirects to the contest without a cookie, or with a cookie for another contest or a deleted attempt', async () => {
    const [quiz, other] = [await newQuiz(), await newQuiz()]
    const cookie = cookieOf(await join(quiz))
    for (const [of, sent] of [
      [quiz, ''],
      [quiz, 'wp_attempt=wrong'],
      [other, cookie],
    ] as const) {
      const reply = await attemptPage(of, sent)
      expect([reply.status, reply.headers.get('location')]).toEqual([303, `/contests/${of.contest.id}`])
      expect((await answer(of, sent, {})).headers.get('location')).toBe(`/contests/${of.contest.id}`)
      expect((await submit(of, sent)).headers.get('location')).toBe(`/contests/${of.contest.id}`)
    }
    const { attempts } = (await quiz.api.listAttempts({ params: quiz.params })).body
    await quiz.api.deleteAttempt({ params: { ...quiz.params, attemptId: attempts[0]!.id } })
    expect((await attemptPage(quiz, cookie)).status).toBe(303)
    expect((await join(quiz)).status).toBe(303)
  })

  it('keeps every page of a contest with 256 KiB of questions below 60 kB', async () => {
    const long = Array.from({ length: 120 }, () => ({ ...question('Long'), text: 'x'.repeat(1900) }))
    const quiz = await newQuiz({ questions: long })
    const cookie = cookieOf(await join(quiz))
    for (const choice of ['1', '120', 'review'])
      expect(((await attemptPage(quiz, cookie, choice)).body as string).length).toBeLessThan(60_000)
    expect((await fetch(`${platform().gatewayUrl}/contests/${quiz.contest.id}`)).status).toBe(200)
  })
})
