import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import type { Page } from 'playwright-core'

const folder = join(repositoryRoot, 'docs/images')

/** Takes a screenshot for the documentation (`docs/images`) when `WP_SCREENSHOTS=1`. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (!process.env['WP_SCREENSHOTS']) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
