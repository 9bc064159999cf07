import * as contests from '@wp/contests/contract'
import * as scheduling from '@wp/scheduling/contract'
import { newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { answerContest } from './console-contests.ts'
import { fillDate, languages, newSalon, openAs, openConsole } from './console.ts'

const question = (text: string) => ({
  text,
  options: [
    { id: 'a', label: 'Cairo' },
    { id: 'b', label: 'Giza' },
  ],
  correctOptionId: 'a',
})

const hour = 3_600_000
const at = (hours: number): string => new Date(Date.now() + hours * hour).toISOString()

const takePart = async (contestId: string, name: string, optionId: string): Promise<void> => {
  const person = { name, email: `${name.toLowerCase()}@example.com` }
  const api = await answerContest(contestId, person, () => optionId)
  await api.submitAttempt()
}

describe('contests in the console', { timeout: 300_000 }, () => {
  it.each(languages)('writes, publishes and closes a contest (%s)', async (language) => {
    const { api, ...owner } = await newSalon(contests, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/contests')
    await page.getByText(text('contests.none'), { exact: true }).waitFor()
    await page
      .getByRole('link', { name: text('contests.add') })
      .first()
      .click()
    const form = page.getByRole('form', { name: text('contests.new') })
    await form.getByRole('button', { name: text('contests.create') }).click()
    await form.getByText(text('form.required')).first().waitFor()
    await form.getByLabel(text('contests.title'), { exact: true }).fill('Cairo quiz')
    await fillDate(form, text('contests.startsAt'), '2026-01-01T09:00')
    await form.getByLabel(text('contests.duration')).fill('30')
    await form.getByLabel(text('contests.questionText'), { exact: true }).fill('Capital of Egypt?')
    const options = ['1', '2', '3'].map((number) =>
      form.getByRole('textbox', {
        name: text('contests.optionNumber', {
          number: new Intl.NumberFormat(`${language}-EG`).format(Number(number)),
        }),
      }),
    )
    await options[0]!.fill('Giza')
    await form.getByRole('button', { name: text('contests.addOption') }).click()
    await options[1]!.fill('Cairo')
    await options[2]!.fill('Luxor')
    await form
      .getByRole('radio', {
        name: text('contests.correctOption', {
          number: new Intl.NumberFormat(`${language}-EG`).format(2),
        }),
      })
      .check()
    await form.getByRole('button', { name: text('contests.create') }).click()
    await page.getByRole('button', { name: text('contests.publish') }).click()
    const [stored] = (await api.listContests()).body.contests
    expect(stored).toMatchObject({
      title: 'Cairo quiz',
      startsAt: '2026-01-01T07:00:00.000Z',
      durationMinutes: 30,
      questions: [{ text: 'Capital of Egypt?', correctOptionId: 'b', points: 1 }],
    })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('contests.publish') })
      .click()
    await page.getByText(text('contests.noAttempts'), { exact: true }).waitFor()
    const address = (await page.getByRole('link', { name: `/contests/${stored!.id}` }).getAttribute('href'))!
    expect(await (await fetch(address)).text()).toContain('Cairo quiz')
    await takePart(stored!.id, 'Dina', 'b')
    await page.getByRole('button', { name: text('contests.answersOf', { name: 'Dina' }) }).click()
    await page.getByRole('dialog').getByText('Capital of Egypt?').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: text('action.edit') }).click()
    const edit = page.getByRole('form', { name: text('contests.edit') })
    await edit.getByText(text('contests.publishedText')).waitFor()
    await edit.getByLabel(text('contests.title'), { exact: true }).fill('Egypt quiz')
    await edit.getByLabel(text('contests.publicLeaderboard')).check()
    await edit.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('heading', { name: 'Egypt quiz' }).waitFor()
    await page.getByText(text('contests.leaderboardPublic'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('contests.close') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('contests.close') })
      .click()
    await page.getByText(text('contests.phase.closed'), { exact: true }).waitFor()
    const { contest } = (await api.getContest({ params: { contestId: stored!.id } })).body
    expect(contest).toMatchObject({ status: 'closed', publicLeaderboard: true })
    await page.goto(url('/contests?status=draft'))
    await page.getByText(text('list.notFound'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByRole('row', { name: 'Egypt quiz' }).waitFor()
    expect(problems).toEqual([])
  })

  it('moves the leaderboard within a second of a submitted attempt', async () => {
    const { api, ...owner } = await newSalon(contests, 'en', 'Nefertiti')
    const { contest } = (
      await api.createContest({
        title: 'Cairo quiz',
        startsAt: at(-1),
        endsAt: at(1),
        questions: [question('Capital of Egypt?')],
      })
    ).body
    const params = { contestId: contest.id }
    await api.updateContest({ params, body: { status: 'published' } })
    await takePart(contest.id, 'Ali', 'b')
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, owner, `/contests/${contest.id}?view=leaderboard`)
    const rows = page.getByRole('region', { name: text('contests.leaderboard') }).getByRole('listitem')
    await rows.filter({ hasText: 'Ali' }).waitFor()
    await page.waitForLoadState('networkidle')
    await takePart(contest.id, 'Mona', 'a')
    const submittedAt = Date.now()
    await expect.poll(() => rows.first().textContent(), { interval: 20, timeout: 5000 }).toContain('Mona')
    expect(Date.now() - submittedAt).toBeLessThan(1000)

    // Deleting an attempt lets its participant start again.
    await page.goto(url(`/contests/${contest.id}?view=attempts&status=submitted`))
    await page.getByRole('searchbox').fill('ali')
    await page
      .getByRole('button', { name: text('contests.answersOf', { name: 'Mona' }) })
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: text('contests.deleteAttempt', { name: 'Ali' }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByText(text('list.notFound'), { exact: true }).waitFor()
    expect((await api.listAttempts({ params })).body.attempts).toMatchObject([{ name: 'Mona' }])
    // A contest with attempts cannot be deleted, and the dialog shows why.
    await page.getByRole('button', { name: text('action.delete'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
  })

  it('is hidden from staff, because only owners manage contests', async () => {
    const owner = await newSalon(contests, 'en', 'Nefertiti')
    const { staffId } = await newStaff(owner, ['clients.view'])
    const { staff } = (await owner.use(scheduling).getStaff({ params: { staffId } })).body
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, { email: staff.email, password: 'correct-horse-1' }, '/clients')
    const areas = page.getByRole('navigation', { name: text('app.areas') })
    expect(await areas.getByRole('link', { name: text('area.contests') }).count()).toBe(0)
    await page.goto(url('/contests'))
    await page.getByText(text('error.FORBIDDEN')).first().waitFor()
  })
})
