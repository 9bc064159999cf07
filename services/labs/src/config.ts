import { defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional()
const price = z.coerce.number().min(0).default(0)

/** The service's own settings, beside those that every service has. */
export const labsConfig = defineConfig({
  INTERPRETER_URL: setting(
    address,
    'Base address of a model that speaks OpenAI chat completions (https://host/v1); without it results are interpreted by rules',
  ),
  INTERPRETER_KEY: secretSetting(z.string().min(1).optional(), 'Key that calls to the model carry as Bearer'),
  INTERPRETER_MODEL: setting(z.string().min(1).optional(), 'Name of the model; needed with INTERPRETER_URL'),
  INTERPRETER_TIMEOUT_MS: setting(
    z.coerce.number().int().min(100).max(13_000).default(10_000),
    'How long the model may take; the rules answer after that',
  ),
  INTERPRETER_INPUT_USD_PER_MILLION: setting(price, 'Price of a million tokens that are sent'),
  INTERPRETER_OUTPUT_USD_PER_MILLION: setting(price, 'Price of a million tokens that are answered'),
  DESIGN_RESULT_URL: setting(
    address,
    'Address of an outside catalogue of design results; the number of the test is added as its last part',
  ),
})
