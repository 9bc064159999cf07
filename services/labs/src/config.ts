import { defineConfig, secretSetting, setting } from '@wp/config'
import { z } from 'zod'

const url = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional()
const price = z.coerce.number().min(0).default(0)

/** Settings of the labs service, in addition to those shared by all services. */
export const labsConfig = defineConfig({
  INTERPRETER_URL: setting(
    url,
    'Base URL of a model with an OpenAI chat completions API (https://host/v1). Without it, results are interpreted by fixed rules',
  ),
  INTERPRETER_KEY: secretSetting(
    z.string().min(1).optional(),
    'API key of the model, sent as a Bearer token',
  ),
  INTERPRETER_MODEL: setting(
    z.string().min(1).optional(),
    'Name of the model; required with INTERPRETER_URL',
  ),
  INTERPRETER_TIMEOUT_MS: setting(
    z.coerce.number().int().min(100).max(13_000).default(10_000),
    'How long to wait for the model before falling back to the rules',
  ),
  INTERPRETER_INPUT_USD_PER_MILLION: setting(price, 'Price of one million input tokens in US dollars'),
  INTERPRETER_OUTPUT_USD_PER_MILLION: setting(price, 'Price of one million output tokens in US dollars'),
  DESIGN_RESULT_URL: setting(
    url,
    'URL of an external catalog of design results; the test number is appended to the path',
  ),
})
