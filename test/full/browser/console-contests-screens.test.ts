import * as contests from '@wp/contests/contract'
import { describe, expect, it } from 'vitest'
import { answerContest } from './console-contests.ts'
import { expectAccessible, logIn, newSalon, openConsole, overflowOf } from './console.ts'
import type { Language } from './console.ts'
import { takePicture } from './pictures.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    title: 'Win a spa day',
    others: ['Summer colours', 'Anniversary quiz'],
    description: 'Answer three questions about hair care. The best three win a spa day.',
    questions: [
      ['How often should hair be trimmed?', ['Every 6 to 8 weeks', 'Once a year', 'Never']],
      ['Which oil suits dry hair?', ['Argan oil', 'Sunflower oil', 'Motor oil']],
      ['What protects hair from heat?', ['A heat spray', 'Cold water', 'A towel']],
    ],
    names: ['Dina Zaki', 'Adam Sherif', 'Mona Adel', 'Youssef Nabil'],
  },
  ar: {
    salon: 'صالون نفرتيتي',
    title: 'اربح يوم عناية',
    others: ['ألوان الصيف', 'اختبار الذكرى'],
    description: 'أجب عن ثلاثة أسئلة عن العناية بالشعر. أفضل ثلاثة يربحون يوم عناية.',
    questions: [
      ['كم مرة يُقص الشعر؟', ['كل 6 إلى 8 أسابيع', 'مرة في السنة', 'أبدًا']],
      ['أي زيت يناسب الشعر الجاف؟', ['زيت الأرجان', 'زيت دوار الشمس', 'زيت المحرك']],
      ['ما الذي يحمي الشعر من الحرارة؟', ['رذاذ واقٍ', 'الماء البارد', 'منشفة']],
    ],
    names: ['دينا زكي', 'آدم شريف', 'منى عادل', 'يوسف نبيل'],
  },
} as const

const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

const salonWithContests = async (language: Language) => {
  const word = words[language]
  const owner = await newSalon(contests, language, word.salon)
  const { api } = owner
  const questions = word.questions.map(([text, labels]) => ({
    text,
    options: labels.map((label, index) => ({ id: 'abc'[index]!, label })),
    correctOptionId: 'a',
    points: 5,
  }))
  for (const title of word.others)
    await api.createContest({ title, startsAt: at(48), endsAt: at(96), questions })
  const { contest } = (
    await api.createContest({
      title: word.title,
      description: word.description,
      startsAt: at(-5),
      endsAt: at(60),
      durationMinutes: 15,
      questions,
    })
  ).body
  const params = { contestId: contest.id }
  await api.updateContest({ params, body: { status: 'published' } })
  for (const [index, name] of word.names.entries()) {
    const person = { name, email: `person${index}@example.com` }
    const attempt = await answerContest(contest.id, person, (position) => (position < index ? 'b' : 'a'))
    if (index < 3) await attempt.submitAttempt()
  }
  return { ...owner, contestId: contest.id }
}

type Salon = Awaited<ReturnType<typeof salonWithContests>>

/** The screens with a text that is visible once they are loaded. */
const screensOf = ({ contestId }: Salon): [path: string, name: string, loaded: string][] => [
  ['/contests', 'contests', 'contests.phase.running'],
  ['/contests/new', 'contests-form', 'contests.optionsHint'],
  [`/contests/${contestId}?view=questions`, 'contests-questions', 'contests.maxScore'],
  [`/contests/${contestId}`, 'contests-attempts', 'contests.attempt.in-progress'],
  [`/contests/${contestId}?view=leaderboard`, 'contests-leaderboard', 'contests.maxScore'],
]

describe('screens of the contests in the console', { timeout: 300_000 }, () => {
  it.each(
    (['en', 'ar'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => ({ language, theme })),
    ),
  )('has no serious accessibility findings ($language, $theme)', async ({ language, theme }) => {
    const salon = await salonWithContests(language)
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    const ending = `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`
    const inspect = async (name: string): Promise<void> => {
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await takePicture(page, `console/${name}${ending}`)
      await expectAccessible(page)
    }
    await page.goto(url('/login'))
    await logIn(opened, salon)
    await page.getByRole('navigation').first().waitFor()
    for (const [path, name, loaded] of screensOf(salon)) {
      await page.goto(url(path))
      await page.getByText(text(loaded)).first().waitFor()
      await inspect(name)
    }
    expect(problems).toEqual([])
  })

  it.each(['en', 'ar'] as const)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const salon = await salonWithContests(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    await page.goto(url('/login'))
    await logIn(opened, salon)
    await page.getByRole('navigation').first().waitFor()
    for (const [width, height] of [
      [390, 780],
      [680, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [path, name, loaded] of screensOf(salon)) {
        await page.goto(url(path))
        await page.getByText(text(loaded)).first().waitFor()
        expect([path, await overflowOf(page)]).toEqual([path, 0])
        if (name === 'contests-leaderboard' && width === 390)
          await takePicture(page, `console/contests-phone${language === 'ar' ? '-arabic' : ''}`)
      }
    }
  })
})
