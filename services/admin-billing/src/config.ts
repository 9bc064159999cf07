import { commaList, defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

const mebibyte = 1024 * 1024

/** Admin-billing's own settings, beside those that every service has. */
export const adminBillingConfig = defineConfig({
  BASIC_PLAN_SLUGS: setting(
    z.string().default('basic').transform(list),
    'Slugs of the paid basic plans that the dashboard counts as one cohort, joined by commas',
  ),
  FREE_PLAN_SLUGS: setting(
    z.string().default('free').transform(list),
    'Slugs of the free plans; workspaces on them join that cohort when they have paid add-ons',
  ),
  WEBHOOK_BYTES_PER_ADDRESS: setting(
    z.coerce
      .number()
      .int()
      .min(1)
      .default(100 * mebibyte),
    'What one address (IPv6: one /64) may send as webhooks in an hour, in bytes; beyond it 429',
  ),
  WEBHOOK_BYTES_IN_ALL: setting(
    z.coerce
      .number()
      .int()
      .min(1)
      .default(1024 * mebibyte),
    'What is kept of webhooks in all, in bytes; beyond it the oldest are removed',
  ),
  WEBHOOK_SECRETS: secretSetting(
    commaList,
    'Secrets (whsec_…) that Standard Webhooks signatures are verified with, joined by commas',
  ),
})
