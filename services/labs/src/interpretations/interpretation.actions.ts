import type { Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { LabsDeps } from '../deps.ts'
import type { Estimate, Interpretation, InterpretationLanguage } from './interpretation.contract.ts'
import { estimateTokens, interpret, maxAnswerTokens, toCost, toPrompt } from './interpretation.rules.ts'
import type { Finding } from './interpretation.rules.ts'
import { askInterpreter, toQuestionKey } from './interpreter.actions.ts'
import type { Answer, Interpreter } from './interpreter.actions.ts'

type InterpretDeps = Pick<LabsDeps, 'interpreter' | 'interpretations' | 'logger'>

/**
 * Calls the configured model, if any. Its answer is stored for 90 days, so that the same question is not paid
 * for twice. Falls back to fixed rules when there is no model or it fails.
 */
export const interpretFinding = async (
  { interpreter, interpretations, logger }: InterpretDeps,
  workspaceId: Id,
  finding: Finding,
  language: InterpretationLanguage,
): Promise<Interpretation> => {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const byRules = () => ({ text: interpret(finding, language), provider: 'rules', cost: 0 })
  if (!interpreter) return { language, direction, ...byRules() }
  const key = toQuestionKey(interpreter.model, toPrompt(finding, language))
  const answer = await interpreter.shareRunning(`${workspaceId}/${key}`, async () => {
    const kept = await interpretations.find(workspaceId, key)
    if (kept) return { text: kept.text, provider: kept.provider, cost: 0 }
    const given = await askOrNull(interpreter, logger, finding, language)
    if (given)
      await interpretations.insertIf(workspaceId, { key, text: given.text, provider: given.provider })
    return given
  })
  return { language, direction, ...(answer ?? byRules()) }
}

/** Estimates the cost for the more expensive language, without calling the model. */
export const estimateFinding = (
  { interpreter }: Pick<InterpretDeps, 'interpreter'>,
  finding: Finding,
): Estimate => {
  if (!interpreter) return { provider: 'rules', tokens: 0, costUsd: 0 }
  const input = Math.max(...(['en', 'ar'] as const).map((each) => estimateTokens(toPrompt(finding, each))))
  return {
    provider: interpreter.model,
    tokens: input + maxAnswerTokens,
    costUsd: toCost(input, maxAnswerTokens, interpreter.prices),
  }
}

const askOrNull = async (
  interpreter: Interpreter,
  logger: Logger,
  finding: Finding,
  language: InterpretationLanguage,
): Promise<Answer | null> => {
  try {
    return await askInterpreter(interpreter, finding, language)
  } catch (error) {
    logger.warn({ err: error }, 'the model failed to interpret a result; used the fixed rules instead')
    return null
  }
}
