import axe from 'axe-core'
import * as contests from '@wp/contests/contract'
import * as identity from '@wp/identity/contract'
import { eventually, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { textsFor } from '@wp/texts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

const quizzes = {
  en: {
    business: 'Nefertiti',
    title: 'How well do you know your hair?',
    description: 'Five minutes, three questions, one winner a week.\nThe first place gets a free haircut.',
    questions: [
      ['What is hair mostly made of?', 'Keratin', 'Collagen', 'Calcium'],
      ['How much does hair grow in a month?', 'About 1 cm', 'About 5 cm', 'About 10 cm'],
      ['Which oil comes from a Moroccan tree?', 'Argan', 'Coconut', 'Jojoba'],
    ],
    others: ['Omar Farouk', 'Sara Nabil', 'Youssef Adel'],
    name: 'Laila Osman',
    publicName: 'Laila O.',
    late: 'Karim Samir',
    latePublic: 'Karim S.',
  },
  ar: {
    business: 'نفرتيتي',
    title: 'ما مدى معرفتك بشعرك؟',
    description: 'خمس دقائق وثلاثة أسئلة وفائز واحد كل أسبوع.\nيحصل صاحب المركز الأول على قصة شعر مجانية.',
    questions: [
      ['مم يتكون الشعر في معظمه؟', 'الكيراتين', 'الكولاجين', 'الكالسيوم'],
      ['كم ينمو الشعر في الشهر؟', 'نحو 1 سم', 'نحو 5 سم', 'نحو 10 سم'],
      ['أي زيت يأتي من شجرة مغربية؟', 'الأرغان', 'جوز الهند', 'الجوجوبا'],
    ],
    others: ['عمر فاروق', 'سارة نبيل', 'يوسف عادل'],
    name: 'ليلى عثمان',
    publicName: 'ليلى ع.',
    late: 'كريم سمير',
    latePublic: 'كريم س.',
  },
}

const hour = 3_600_000
const at = (ms: number) => new Date(Date.now() + ms).toISOString()

/** Creates a published contest with a public leaderboard, and returns its id. */
const openContest = async (language: 'en' | 'ar', startsAt = at(-hour)): Promise<string> => {
  const { business, title, description, questions } = quizzes[language]
  const workspace = await newWorkspace(contests)
  await workspace.use(identity).updateWorkspace({
    business: {
      displayName: business,
      phone: '+201001234567',
      brandColor: '#7b2d8b',
      address: { city: language === 'ar' ? 'القاهرة' : 'Cairo', countryCode: 'EG' },
    },
    languages: ['en', 'ar'],
    settings: { timeZone: 'Africa/Cairo' },
  })
  const { contest } = (
    await workspace.api.createContest({
      title,
      description,
      startsAt,
      endsAt: at(50 * hour),
      durationMinutes: 5,
      publicLeaderboard: true,
      questions: questions.map(([text, ...labels]) => ({
        text: text!,
        options: labels.map((label, index) => ({ id: String(index), label })),
        correctOptionId: '0',
        points: 10,
      })),
    })
  ).body
  await workspace.api.updateContest({ params: { contestId: contest.id }, body: { status: 'published' } })
  await eventually(async () => {
    const { body } = await visitorApi(contests).getContestSite({ params: { contestId: contest.id } })
    expect(body).toContain(business)
  })
  return contest.id
}

/** Takes part over the API with the given number of correct answers. */
const takePart = async (contestId: string, name: string, correct: number): Promise<void> => {
  const api = visitorApi(contests)
  const body = { name, email: `${uniqueName('p')}@shop.example` }
  const { attempt, token } = (await api.startAttempt({ params: { contestId }, body })).body
  const headers = { authorization: `Bearer ${token}` }
  const attemptId = attempt.id
  for (const [index, { id: questionId }] of attempt.questions.entries())
    await api.answerQuestion({
      params: { attemptId, questionId },
      headers,
      body: { optionId: index < correct ? '0' : '1' },
    })
  await api.submitAttempt({ params: { attemptId }, headers })
}

const findings = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
}

const checkPage = async (page: Page): Promise<void> => {
  expect(await findings(page)).toEqual([])
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate<number>(overflow)).toBe(0)
}

const views = [
  ['en', 1280, 'light', 'contest'],
  ['en', 390, 'dark', 'contest-phone'],
  ['ar', 1280, 'dark', 'contest-arabic'],
  ['ar', 390, 'light', 'contest-arabic-phone'],
] as const

describe('contest page', () => {
  it.each(views)(
    'lets a customer take part in %s at %i px on a %s screen, and moves the leaderboard',
    { timeout: 240_000 },
    async (language, width, colorScheme, picture) => {
      const contestId = await openContest(language)
      const texts = textsFor(language).contest
      const quiz = quizzes[language]
      for (const [index, name] of quiz.others.entries()) await takePart(contestId, name, 2 - index)
      const viewport = { width, height: width < 600 ? 844 : 800 }
      const page = await openPage({ colorScheme, locale: language, viewport })
      await page.goto(`${platform().gatewayUrl}/contests/${contestId}`)
      await page.getByRole('heading', { name: quiz.title }).waitFor()
      await checkPage(page)
      const clock = page.locator('[data-unit=seconds]')
      const shown = await clock.textContent()
      await expect.poll(() => clock.textContent(), { timeout: 10_000 }).not.toBe(shown)
      await takePicture(page, picture)

      await page.getByLabel(texts.name).fill(quiz.name)
      await page.getByLabel(texts.email).fill(`${uniqueName('laila')}@shop.example`)
      await page.getByRole('button', { name: texts.start }).click()
      await page.getByRole('heading', { name: quiz.questions[0]![0]! }).waitFor()
      await page.getByLabel(quiz.questions[0]![1]!).check()
      // The answer is saved before the customer continues.
      await page.getByText(texts.saved, { exact: true }).waitFor()
      await page.reload()
      expect(await page.getByLabel(quiz.questions[1]![1]!).count()).toBe(1)
      await page.getByRole('button', { name: texts.previous }).click()
      await page.getByRole('heading', { name: quiz.questions[0]![0]! }).waitFor()
      expect(await page.getByLabel(quiz.questions[0]![1]!).isChecked()).toBe(true)
      await page.getByRole('button', { name: texts.next }).click()
      await page.getByLabel(quiz.questions[1]![1]!).check()
      await page.getByText(texts.saved, { exact: true }).waitFor()
      await checkPage(page)
      await takePicture(page, `${picture}-question`)
      await page.getByRole('button', { name: texts.next }).click()
      await page.getByLabel(quiz.questions[2]![1]!).check()
      await page.getByRole('button', { name: texts.review }).click()
      await page.getByText(texts.allAnswered).waitFor()
      await checkPage(page)
      await page.getByRole('button', { name: texts.submit }).click()
      await page.getByRole('heading', { name: texts.resultTitle }).waitFor()
      const first = page.locator('tbody tr').first()
      expect(await first.textContent()).toContain(quiz.publicName)
      expect(await page.locator('tbody tr').count()).toBe(4)

      await takePart(contestId, quiz.late, 3)
      await page.locator('tbody tr').nth(4).waitFor({ timeout: 30_000 })
      expect(await page.locator('tbody tr').nth(1).textContent()).toContain(quiz.latePublic)
      await checkPage(page)
      await takePicture(page, `${picture}-result`)
    },
  )

  it('works without scripts', { timeout: 120_000 }, async () => {
    const contestId = await openContest('en')
    const page = await openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await page.goto(`${platform().gatewayUrl}/contests/${contestId}`)
    await page.getByLabel('Your name').fill('Laila Osman')
    await page.getByLabel('Phone').fill('+20 100 765 4321')
    await page.getByRole('button', { name: 'Start now' }).click()
    await page.getByLabel('Keratin').check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('About 5 cm').check()
    await page.getByRole('button', { name: 'Review answers' }).click()
    await page.getByRole('link', { name: 'Question 3' }).click()
    await page.getByLabel('Argan').check()
    await page.getByRole('button', { name: 'Review answers' }).click()
    await page.getByRole('button', { name: 'Submit answers' }).click()
    expect(await page.getByText('20 of 30 points').textContent()).toBeTruthy()
    expect(await page.getByRole('link', { name: 'Check for changes' }).count()).toBe(1)
  })

  it('opens the form automatically when the contest starts', { timeout: 240_000 }, async () => {
    const contestId = await openContest('en', at(45_000))
    const page = await openPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`${platform().gatewayUrl}/contests/${contestId}`)
    expect(await page.getByText('Starts soon').count()).toBe(1)
    await checkPage(page)
    await page.getByRole('button', { name: 'Start now' }).waitFor({ timeout: 100_000 })
    expect(await page.getByText('Open now').count()).toBe(1)
  })
})
