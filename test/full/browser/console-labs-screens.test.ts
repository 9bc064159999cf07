import * as labs from '@wp/labs/contract'
import * as scheduling from '@wp/scheduling/contract'
import { describe } from 'vitest'
import { newSalon } from './console.ts'
import type { ConsolePage, Language } from './console.ts'
import { enterAsOwner, takeScreen, testScreens } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

const words = {
  en: {
    lab: 'Nile Laboratory',
    clients: ['Laila Osman', 'Ali Hassan', 'Farah Mostafa', 'Omar Tarek', 'Salma Ali', 'Karim Wael'],
    note: 'Repeat after a fast of 12 hours.',
    coupon: 'Opening month',
    section: 'Lipid profile',
    rows: ['Total', 'HDL', 'Non-HDL'],
    analyses: ['Fasting glucose', 'HbA1c', 'Total cholesterol', 'Haemoglobin', 'TSH', 'Creatinine'],
  },
  ar: {
    lab: 'مختبر النيل',
    clients: ['ليلى عثمان', 'علي حسن', 'فرح مصطفى', 'عمر طارق', 'سلمى علي', 'كريم وائل'],
    note: 'يعاد بعد صيام ١٢ ساعة.',
    coupon: 'شهر الافتتاح',
    section: 'دهون الدم',
    rows: ['الكلي', 'النافع', 'غير النافع'],
    analyses: [
      'سكر صائم',
      'السكر التراكمي',
      'الكوليسترول الكلي',
      'الهيموغلوبين',
      'الهرمون المنبه للدرقية',
      'الكرياتينين',
    ],
  },
} as const

/** Unit, price, normal values, highest value that is not critical, and a result. */
const catalogue = [
  ['mg/dL', 60, 70, 99, 400, 450],
  ['%', 240, 4, 5.6, 12, 7.9],
  ['mg/dL', 90, null, 200, null, 184],
  ['g/dL', 75, 12, 15.5, 20, 10.4],
  ['mIU/L', 310, 0.4, 4, 100, 2.15],
  ['mg/dL', 80, 0.6, 1.1, 5, 0.9],
] as const

/** Creates a laboratory on a working day. */
const busyLab = async (language: Language) => {
  const word = words[language]
  const owner = await newSalon(labs, language, word.lab)
  const { api } = owner
  const units = new Map<string, string>()
  const analysisIds: string[] = []
  for (const [index, [unit, price, lowLimit, highLimit, criticalHigh]] of catalogue.entries()) {
    if (!units.has(unit)) units.set(unit, (await api.createLabUnit({ labUnitTitle: unit })).body.labUnit.id)
    const { analysis } = (
      await api.createAnalysis({
        testName: word.analyses[index]!,
        price,
        unitId: units.get(unit)!,
      })
    ).body
    const params = { analysisId: analysis.id }
    const limits = { lowLimit, highLimit, criticalHigh }
    const resultNotes = [{ condition: '>' as const, value: 300, note: word.note }]
    await api.createRange({ params, body: { ...limits, gender: 'female', ageFrom: 18, resultNotes } })
    await api.createRange({ params, body: { ...limits, gender: 'male', ageFrom: 18 } })
    await api.createRange({ params, body: { lowLimit, highLimit, ageTo: 17, priority: 1 } })
    analysisIds.push(analysis.id)
  }
  const testDate = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date())
  const tests: string[] = []
  for (const [index, name] of word.clients.entries()) {
    const { client } = (
      await owner.use(scheduling).createClient({
        name,
        dateOfBirth: `19${70 + index * 4}-05-01`,
        gender: index % 2 === 0 ? 'female' : 'male',
      })
    ).body
    const ordered = analysisIds.slice(index % 3, (index % 3) + 4)
    const { test } = (await api.createTest({ clientId: client.id, testDate, analysisIds: ordered })).body
    for (const { id, testName } of test.items.slice(0, index + 1))
      await api.setTestResult({
        params: { testId: test.id, itemId: id },
        body: { resultValueNumeric: catalogue[word.analyses.findIndex((name) => name === testName)]![5] },
      })
    if (index > 3) await api.completeTest({ params: { testId: test.id } })
    tests.push(test.id)
  }
  await api.createLabCoupon({
    couponTitle: word.coupon,
    couponCode: 'OPEN10',
    couponType: 'percentage',
    couponValue: 10,
  })
  await api.seedTestSamples()
  const [total, good, other] = word.rows
  await api.putDesignResult({
    params: { testId: 12 },
    body: {
      sections: [
        {
          title: word.section,
          rows: [
            { label: total, kind: 'numeric', unit: 'mg/dL' },
            { label: good, kind: 'numeric', unit: 'mg/dL' },
            { label: other, kind: 'numeric', unit: 'mg/dL' },
          ],
        },
      ],
      commentRules: [{ when: { row: other, condition: '>', value: 160 }, comment: word.note }],
      calculationsRules: [{ target: other, expression: `${total} - ${good}` }],
    },
  })
  return { ...owner, open: tests[3]!, completed: tests[5]!, analysisId: analysisIds[0]! }
}

type Lab = Awaited<ReturnType<typeof busyLab>>

const screens = (lab: Lab, text: ConsolePage['text']): Screen[] => [
  ['/labs', 'labs', text('labs.critical')],
  ['/labs?open=new', 'labs-new', text('labs.couponCode')],
  [`/labs/tests/${lab.open}`, 'labs-test', text('labs.flag.high')],
  [`/labs/tests/${lab.completed}`, 'labs-test-completed', text('labs.completedAt')],
  [`/labs/analyses?open=${lab.analysisId}`, 'labs-analysis', text('labs.whoGetsWhich')],
  ['/labs/analyses?open=new', 'labs-analysis-form', text('labs.billName')],
  ['/labs/units', 'labs-units', text('labs.added')],
  ['/labs/coupons', 'labs-coupons', text('labs.couponTitle')],
  ['/labs/samples', 'labs-samples', text('labs.tube')],
  ['/labs/designs?design=12', 'labs-design', text('labs.tryDesignText')],
  ['/labs/designs?design=12&edit=yes', 'labs-design-form', text('labs.calculationsText')],
]

describe('screens of the laboratory in the console', { timeout: 300_000 }, () => {
  testScreens({
    prepare: busyLab,
    enter: enterAsOwner,
    screens,
    onPhone: { 'labs-test': 'labs-phone' },
    more: async ({ page, url }, { completed }, variant) => {
      await page.goto(url(`/labs/tests/${completed}/report`))
      await page.getByRole('table').waitFor()
      await takeScreen(page, 'labs-report', variant)
    },
  })
})
