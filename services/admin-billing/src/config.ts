import { commaList, defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const mebibyte = 1024 * 1024

/** Settings specific to admin-billing, in addition to those that all services share. */
export const adminBillingConfig = defineConfig({
  BASIC_PLAN_SLUGS: setting(
    z.string().default('basic').transform(list),
    'Slugs of the paid basic plans, which the dashboard counts as one cohort; separated by commas',
  ),
  FREE_PLAN_SLUGS: setting(
    z.string().default('free').transform(list),
    'Slugs of the free plans; workspaces on them count for that cohort when they have add-ons',
  ),
  WEBHOOK_BYTES_PER_ADDRESS: setting(
    z.coerce
      .number()
      .int()
      .min(1)
      .default(100 * mebibyte),
    'Bytes of webhooks that one address (IPv6: one /64) may send per hour; further webhooks return 429',
  ),
  WEBHOOK_BYTES_IN_ALL: setting(
    z.coerce
      .number()
      .int()
      .min(1)
      .default(1024 * mebibyte),
    'Maximum total bytes of webhooks to keep; above this, the oldest are removed',
  ),
  WEBHOOK_SECRETS: secretSetting(
    commaList,
    'Secrets (whsec_…) to verify Standard Webhooks signatures; separated by commas',
  ),
})
