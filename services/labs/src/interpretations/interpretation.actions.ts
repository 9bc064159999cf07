import type { PrintLanguage } from '@wp/http'
import type { Logger } from '@wp/telemetry'
import type { LabsDeps } from '../deps.ts'
import type { Estimate, Interpretation } from './interpretation.contract.ts'
import { estimateTokens, interpret, maxAnswerTokens, toCost, toPrompt } from './interpretation.rules.ts'
import type { Finding } from './interpretation.rules.ts'
import { askInterpreter } from './interpreter.actions.ts'
import type { Answer, Interpreter } from './interpreter.actions.ts'

type InterpretDeps = Pick<LabsDeps, 'interpreter' | 'logger'>

/** Asks the model if one is configured. Falls back to the fixed rules when it fails. */
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

/** Estimates the cost for the more expensive language, without calling the model. */
export const estimateFinding = ({ interpreter }: InterpretDeps, finding: Finding): Estimate => {
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
  language: PrintLanguage,
): Promise<Answer | null> => {
  try {
    return await askInterpreter(interpreter, finding, language)
  } catch (error) {
    logger.warn({ err: error }, 'the model failed to interpret a result; used the fixed rules instead')
    return null
  }
}
