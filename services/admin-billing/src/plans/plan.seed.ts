import type { Migration } from '@wp/mongo'
import type { NewPlan } from './plan.contract.ts'
import { planCollection } from './plan.store.ts'

const toPricePeriods = (cents: number): NewPlan['pricePeriods'] => [
  { period: 'monthly', amountCents: cents, currencyCode: 'USD' },
  { period: 'quarterly', amountCents: cents * 3, currencyCode: 'USD' },
  { period: 'semiannual', amountCents: Math.round(cents * 5.5), currencyCode: 'USD' },
  { period: 'annual', amountCents: cents * 10, currencyCode: 'USD' },
]

const features = {
  appointments: { en: 'Appointments and calendar', ar: 'المواعيد والتقويم' },
  clients: { en: 'Client records', ar: 'سجلات العملاء' },
  'point-of-sale': { en: 'Point of sale', ar: 'نقطة البيع' },
  'web-shop': { en: 'Web shop', ar: 'المتجر الإلكتروني' },
  finances: { en: 'Income and expenses', ar: 'الإيرادات والمصروفات' },
  laboratory: { en: 'Laboratory', ar: 'المختبر' },
  contests: { en: 'Contests', ar: 'المسابقات' },
  'custom-domain': { en: 'Your own domain', ar: 'نطاق خاص بك' },
  'priority-support': { en: 'Priority support', ar: 'دعم ذو أولوية' },
} as const

const toFeatures = (...keys: (keyof typeof features)[]): NewPlan['features'] =>
  keys.map((key) => ({
    key,
    translations: (['en', 'ar'] as const).map((locale) => ({
      locale,
      label: features[key][locale],
      description: null,
    })),
  }))

const toFlags = (maxStaff: number, storageMb: number): NewPlan['flags'] => [
  { key: 'max-staff', value: String(maxStaff) },
  { key: 'storage-mb', value: String(storageMb) },
]

const toTranslations = (en: [string, string], ar: [string, string]): NewPlan['translations'] =>
  [
    { locale: 'en', name: en[0], description: en[1] },
    { locale: 'ar', name: ar[0], description: ar[1] },
  ].map((text) => ({ ...text, logoImage: null, bannerImage: null }))

export const planSeed: NewPlan[] = [
  {
    name: 'Free',
    slug: 'free',
    description: 'For trying things out and for the smallest businesses',
    isActive: true,
    sortOrder: 1,
    trialPeriodDays: null,
    pricePeriods: toPricePeriods(0),
    features: toFeatures('appointments', 'clients'),
    flags: toFlags(2, 100),
    translations: toTranslations(
      ['Free', 'For trying things out and for the smallest businesses'],
      ['مجاني', 'للتجربة ولأصغر الأعمال'],
    ),
  },
  {
    name: 'Basic',
    slug: 'basic',
    description: 'For a small team with a till and a calendar',
    isActive: true,
    sortOrder: 2,
    trialPeriodDays: 14,
    pricePeriods: toPricePeriods(1900),
    features: toFeatures('appointments', 'clients', 'point-of-sale', 'finances'),
    flags: toFlags(10, 1024),
    translations: toTranslations(
      ['Basic', 'For a small team with a till and a calendar'],
      ['أساسي', 'لفريق صغير مع نقطة بيع وتقويم'],
    ),
  },
  {
    name: 'Pro',
    slug: 'pro',
    description: 'For a growing business with a web shop and a laboratory',
    isActive: true,
    sortOrder: 3,
    trialPeriodDays: 14,
    pricePeriods: toPricePeriods(4900),
    features: toFeatures(
      'appointments',
      'clients',
      'point-of-sale',
      'finances',
      'web-shop',
      'laboratory',
      'contests',
      'custom-domain',
    ),
    flags: toFlags(50, 10_240),
    translations: toTranslations(
      ['Pro', 'For a growing business with a web shop and a laboratory'],
      ['احترافي', 'لعمل متنامٍ مع متجر إلكتروني ومختبر'],
    ),
  },
  {
    name: 'Enterprise',
    slug: 'enterprise',
    description: 'Every feature, with unlimited staff',
    isActive: true,
    sortOrder: 4,
    trialPeriodDays: 14,
    pricePeriods: toPricePeriods(14_900),
    features: toFeatures(...(Object.keys(features) as (keyof typeof features)[])),
    flags: toFlags(-1, 102_400),
    translations: toTranslations(
      ['Enterprise', 'Every feature, with unlimited staff'],
      ['مؤسسات', 'كل شيء، دون حد لعدد الموظفين'],
    ),
  },
]

/** Creates the plans that signup requires on a new installation. Leaves existing and removed plans unchanged. */
export const seedPlans: Migration = {
  id: '2026-11-15-plans',
  up: async (db) => {
    const plans = db.global(planCollection)
    for (const plan of planSeed)
      if (!(await plans().exists({ slug: plan.slug }))) await plans().insert({ ...plan, isRemoved: false })
  },
}
