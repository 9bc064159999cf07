import * as contests from '@wp/contests/contract'
import { describe } from 'vitest'
import { answerContest } from './console-contests.ts'
import { newSalon } from './console.ts'
import type { ConsolePage, Language } from './console.ts'
import { enterAsOwner, testScreens } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

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
      ['كم مرة يُقص الشعر؟', ['كل ٦ إلى ٨ أسابيع', 'مرة في السنة', 'أبدًا']],
      ['أي زيت يناسب الشعر الجاف؟', ['زيت الأرجان', 'زيت دوار الشمس', 'زيت المحرك']],
      ['ما الذي يحمي الشعر من الحرارة؟', ['رذاذ واقٍ', 'الماء البارد', 'منشفة']],
    ],
    names: ['دينا زكي', 'آدم شريف', 'منى عادل', 'يوسف نبيل'],
  },
} as const

const mailboxes = ['dina.zaki', 'adam.sherif', 'mona.adel', 'youssef.nabil']

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
    const person = { name, email: `${mailboxes[index]}@example.com` }
    const attempt = await answerContest(contest.id, person, (position) => (position < index ? 'b' : 'a'))
    if (index < 3) await attempt.submitAttempt()
  }
  return { ...owner, contestId: contest.id }
}

type Salon = Awaited<ReturnType<typeof salonWithContests>>

const screens = ({ contestId }: Salon, text: ConsolePage['text']): Screen[] => [
  ['/contests', 'contests', text('contests.phase.running')],
  ['/contests/new', 'contests-form', text('contests.optionsHint')],
  [`/contests/${contestId}?view=questions`, 'contests-questions', text('contests.maxScore')],
  [`/contests/${contestId}`, 'contests-attempts', text('contests.attempt.in-progress')],
  [`/contests/${contestId}?view=leaderboard`, 'contests-leaderboard', text('contests.maxScore')],
]

describe('screens of the contests in the console', { timeout: 300_000 }, () => {
  testScreens({
    prepare: salonWithContests,
    enter: enterAsOwner,
    screens,
    onPhone: { 'contests-leaderboard': 'contests-phone' },
  })
})
