import { ConfigError } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import type { PrintLanguage } from '@wp/http'
import { createOutbound } from '@wp/outbound'
import type { Outbound } from '@wp/outbound'
import type { Logger } from '@wp/telemetry'
import { z } from 'zod'
import type { labsConfig } from '../config.ts'
import type { LabsDeps } from '../deps.ts'
import type { Estimate, Interpretation } from './interpretation.contract.ts'
import { estimateTokens, interpret, maxAnswerTokens, toCost, toPrompt } from './interpretation.rules.ts'
import type { Finding, Prices } from './interpretation.rules.ts'

/** A model that speaks OpenAI's chat completions, at the address that the operator configured. */
export type Interpreter = {
  url: string
  key: string | null
  model: string
  prices: Prices
  outbound: Outbound
}

const maxReplyBytes = 256 * 1024

/** The configured model, or null; fails at start when it is not named. */
export const createInterpreter = (config: ConfigOf<typeof labsConfig>): Interpreter | null => {
  const { interpreterUrl: url, interpreterModel: model, interpreterKey: key } = config
  if (url === undefined) return null
  if (model === undefined) throw new ConfigError(['INTERPRETER_MODEL: is not set, and INTERPRETER_URL is'])
  return {
    url,
    model,
    key: key?.reveal() ?? null,
    prices: {
      inputUsdPerMillion: config.interpreterInputUsdPerMillion,
      outputUsdPerMillion: config.interpreterOutputUsdPerMillion,
    },
    // The operator's own address is trusted, wherever it is; redirects are not followed.
    outbound: createOutbound({
      allowedHosts: [new URL(url).host],
      timeoutMs: config.interpreterTimeoutMs,
      maxBytes: maxReplyBytes,
    }),
  }
}

type InterpretDeps = Pick<LabsDeps, 'interpreter' | 'logger'>

/** By the model where there is one and it answers, else by rules. */
export const interpretFinding = async (
  { interpreter, logger }: InterpretDeps,
  finding: Finding,
  language: PrintLanguage,
): Promise<Interpretation> => {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const answer = interpreter && (await askOrNull(interpreter, logger, finding, language))
  if (answer) return { language, direction, ...answer }
  return { language, direction, text: interpret(finding, language), provider: 'rules', cost: 0 }
}

/** The dearer of both languages; calls nobody. */
export const estimateFinding = ({ interpreter }: InterpretDeps, finding: Finding): Estimate => {
  if (!interpreter) return { provider: 'rules', tokens: 0, costUsd: 0 }
  const input = Math.max(...(['en', 'ar'] as const).map((each) => estimateTokens(toPrompt(finding, each))))
  return {
    provider: interpreter.model,
    tokens: input + maxAnswerTokens,
    costUsd: toCost(input, maxAnswerTokens, interpreter.prices),
  }
}

type Answer = Pick<Interpretation, 'text' | 'provider' | 'cost'>

const askOrNull = async (
  interpreter: Interpreter,
  logger: Logger,
  finding: Finding,
  language: PrintLanguage,
): Promise<Answer | null> => {
  try {
    return await ask(interpreter, finding, language)
  } catch (error) {
    logger.warn({ err: error }, 'the model did not interpret a result; the rules do')
    return null
  }
}

const Completion = z.object({
  choices: z.tuple(
    [z.object({ message: z.object({ content: z.string().trim().min(1).max(20_000) }) })],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }),
})

const ask = async (
  { url, key, model, prices, outbound }: Interpreter,
  finding: Finding,
  language: PrintLanguage,
): Promise<Answer> => {
  const reply = await outbound.request({
    url: `${url.replace(/\/$/, '')}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages: toPrompt(finding, language), max_tokens: maxAnswerTokens }),
  })
  if (reply.status !== 200) throw new Error(`The model answered ${reply.status}`)
  const { choices, usage } = Completion.parse(JSON.parse(reply.body.toString('utf8')))
  return {
    text: choices[0].message.content,
    provider: model,
    cost: toCost(usage.prompt_tokens, usage.completion_tokens, prices),
  }
}
