import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { toProblem } from './problem.ts'

/**
 * Runs button actions, and provides which one is running and why the last one failed. `run` returns whether
 * it succeeded.
 */
export const useAction = <Name extends string>() => {
  const text = useText()
  const [running, setRunning] = useState<Name | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (name: Name, work: () => Promise<unknown>): Promise<boolean> => {
    setRunning(name)
    setProblem(null)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(toProblem(error, text).message)
      return false
    } finally {
      setRunning(null)
    }
  }
  return { run, running, problem, setProblem }
}
