import type { Migration } from '@wp/mongo'
import { categoryCollection } from './category.store.ts'

const names: [slug: string, en: string, ar: string][] = [
  ['beauty-salon', 'Beauty salon', 'صالون تجميل'],
  ['barber', 'Barber', 'حلاقة رجالية'],
  ['spa-wellness', 'Spa and wellness', 'سبا وعافية'],
  ['medical-clinic', 'Medical clinic', 'عيادة طبية'],
  ['dental-clinic', 'Dental clinic', 'عيادة أسنان'],
  ['medical-laboratory', 'Medical laboratory', 'مختبر طبي'],
  ['fitness', 'Gym and fitness', 'نادٍ رياضي'],
  ['education', 'Education and training', 'تعليم وتدريب'],
  ['consulting', 'Consulting', 'استشارات'],
  ['retail', 'Retail shop', 'متجر تجزئة'],
  ['restaurant-cafe', 'Restaurant and café', 'مطعم ومقهى'],
  ['home-services', 'Home services', 'خدمات منزلية'],
  ['automotive', 'Automotive services', 'خدمات سيارات'],
  ['photography', 'Photography', 'تصوير'],
  ['pet-care', 'Pet care', 'رعاية الحيوانات الأليفة'],
  ['other', 'Other', 'أخرى'],
]

export const categorySeed = names.map(([slug, en, ar], index) => ({
  slug,
  name: en,
  isActive: true,
  sortOrder: index + 1,
  discountPercentage: null,
  translations: [
    { locale: 'en', name: en },
    { locale: 'ar', name: ar },
  ],
}))

/** Creates the categories that signup requires on a new installation. Leaves existing categories unchanged. */
export const seedCategories: Migration = {
  id: '2026-11-15-business-categories',
  up: async (db) => {
    const categories = db.global(categoryCollection)
    for (const category of categorySeed)
      if (!(await categories().exists({ slug: category.slug }))) await categories().insert(category)
  },
}
