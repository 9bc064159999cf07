import { createHash } from 'node:crypto'
import { ConfigError } from '@wp/config'
import type { ConfigOf } from '@wp/config'
import { createOutbound } from '@wp/outbound'
import type { Outbound } from '@wp/outbound'
import { z } from 'zod'
import type { labsConfig } from '../config.ts'
import type { InterpretationLanguage } from './interpretation.contract.ts'
import type { Interpretation } from './interpretation.contract.ts'
import { maxAnswerTokens, toCost, toPrompt } from './interpretation.rules.ts'
import type { ChatMessage, Finding, Prices } from './interpretation.rules.ts'

/** A model behind OpenAI's chat completions API or a compatible one. */
export type Interpreter = {
  url: string
  key: string | null
  model: string
  prices: Prices
  outbound: Outbound
  /**
   * Runs `ask` unless the same question is already in progress; then returns that answer at no extra cost.
   */
  shareRunning(key: string, ask: () => Promise<Answer | null>): Promise<Answer | null>
}

const maxReplyBytes = 256 * 1024

/**
 * Returns the configured model, or null. Throws ConfigError when INTERPRETER_URL is set without INTERPRETER_MODEL.
 */
export const createInterpreter = (config: ConfigOf<typeof labsConfig>): Interpreter | null => {
  const { interpreterUrl: url, interpreterModel: model, interpreterKey: key } = config
  if (url === undefined) return null
  if (model === undefined)
    throw new ConfigError(['INTERPRETER_MODEL: is required when INTERPRETER_URL is set'])
  return {
    url,
    model,
    key: key?.reveal() ?? null,
    prices: {
      inputUsdPerMillion: config.interpreterInputUsdPerMillion,
      outputUsdPerMillion: config.interpreterOutputUsdPerMillion,
    },
    // The operator configured this URL, so internal addresses are allowed; redirects are not followed.
    outbound: createOutbound({
      allowedHosts: [new URL(url).host],
      timeoutMs: config.interpreterTimeoutMs,
      maxBytes: maxReplyBytes,
    }),
    shareRunning: runningAnswers(),
  }
}

const runningAnswers = (): Interpreter['shareRunning'] => {
  const running = new Map<string, Promise<Answer | null>>()
  return async (key, ask) => {
    const other = running.get(key)
    if (other) {
      const shared = await other
      return shared && { ...shared, cost: 0 }
    }
    const answer = ask().finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }
}

/** Returns a hash that identifies a question to a model. */
export const toQuestionKey = (model: string, messages: readonly ChatMessage[]): string =>
  createHash('sha256')
    .update(JSON.stringify([model, messages]))
    .digest('base64url')

export type Answer = Pick<Interpretation, 'text' | 'provider' | 'cost'>

/** The reasons why a model stops before its answer is complete. */
const incomplete = ['length', 'content_filter', 'error']

const Completion = z.object({
  choices: z.tuple(
    [
      z.object({
        message: z.object({ content: z.string().trim().min(1).max(20_000) }),
        finish_reason: z
          .string()
          .nullish()
          .refine((reason) => !incomplete.includes(reason ?? ''), 'The answer is incomplete'),
      }),
    ],
    z.unknown(),
  ),
  usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }),
})

/** Calls the model. Throws when it does not reply in time or its reply is invalid. */
export const askInterpreter = async (
  { url, key, model, prices, outbound }: Interpreter,
  finding: Finding,
  language: InterpretationLanguage,
): Promise<Answer> => {
  const reply = await outbound.request({
    url: `${url.replace(/\/$/, '')}/chat/completions`,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({ model, messages: toPrompt(finding, language), max_tokens: maxAnswerTokens }),
  })
  if (reply.status !== 200) throw new Error(`The model answered with status ${reply.status}`)
  const { choices, usage } = Completion.parse(JSON.parse(reply.body.toString('utf8')))
  return {
    text: choices[0].message.content,
    provider: model,
    cost: toCost(usage.prompt_tokens, usage.completion_tokens, prices),
  }
}
