import { defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

const list = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

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
  WEBHOOK_SECRETS: secretSetting(
    z.string().default('').transform(list),
    'Secrets (whsec_…) that Standard Webhooks signatures are verified with, joined by commas',
  ),
})
