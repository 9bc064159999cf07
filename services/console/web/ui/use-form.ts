import { ApiError, ConnectionError } from '@workspace-platform/client'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useText } from '../i18n/language.ts'
import { createIntent } from './intent.ts'
import { toFieldErrors, toProblem } from './problem.ts'
import type { Problem } from './problem.ts'

type Values = Record<string, string>
export type FieldErrors<Fields extends Values> = Partial<Record<keyof Fields & string, string>>

type Options<Fields extends Values, Saved> = {
  initial: Fields
  /** Returns the problems before anything is sent. */
  check?: (values: Fields) => FieldErrors<Fields>
  /** Sends the values. The key stays the same until the values change or the API replies. */
  submit: (values: Fields, idempotencyKey: string) => Promise<Saved>
  /** Called with the result once the form is marked as saved and the user can leave. */
  onSaved?: ((saved: Saved) => void) | undefined
  /** Paths of the API whose names differ from those of the fields. */
  paths?: Record<string, keyof Fields & string>
}

export type FormState = {
  ref: RefObject<HTMLFormElement | null>
  onSubmit: (event: FormEvent) => void
  problem: Problem | null
}

/**
 * Manages a form: input is never lost, the API's errors appear next to their fields, the first one gets the
 * focus, and sending the same values again is the same intent (`Idempotency-Key`).
 */
export const useForm = <Fields extends Values, Saved = unknown>({
  initial,
  check,
  submit,
  onSaved,
  paths = {},
}: Options<Fields, Saved>) => {
  const text = useText()
  const ref = useRef<HTMLFormElement>(null)
  const [intent] = useState(createIntent)
  const [values, setValues] = useState(initial)
  const [saved, setSaved] = useState(initial)
  const [errors, setErrors] = useState<FieldErrors<Fields>>({})
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [rejections, setRejections] = useState(0)
  const [result, setResult] = useState<{ saved: Saved } | null>(null)

  useEffect(() => {
    if (rejections > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [rejections])

  const reportSaved = useEffectEvent((saved: Saved) => onSaved?.(saved))
  useEffect(() => {
    if (result) reportSaved(result.saved)
  }, [result])

  /** Half a date counts as an empty value, which an optional field would accept. */
  const typingProblems = (element: HTMLElement | null): FieldErrors<Fields> =>
    Object.fromEntries(
      [...(element?.querySelectorAll<HTMLElement>('[data-field][data-problem]') ?? [])].map(({ dataset }) => [
        dataset['field']!,
        dataset['problem']!,
      ]),
    ) as FieldErrors<Fields>

  const change = (name: keyof Fields & string, value: string | ((before: string) => string)): void => {
    intent.forget()
    setValues((before) => ({
      ...before,
      [name]: typeof value === 'function' ? value(before[name]!) : value,
    }))
    setErrors((before) => ({ ...before, [name]: undefined }))
  }
  const reject = (found: FieldErrors<Fields>, shown: Problem | null): void => {
    setErrors(found)
    setProblem(shown)
    setRejections((count) => count + 1)
  }

  const send = async (): Promise<void> => {
    const found = { ...check?.(values), ...typingProblems(ref.current) }
    if (Object.values(found).some(Boolean)) return reject(found, null)
    setBusy(true)
    setProblem(null)
    try {
      const reply = await intent.run((idempotencyKey) => submit(values, idempotencyKey))
      setErrors({})
      setSaved(values)
      setResult({ saved: reply })
    } catch (error) {
      const details = error instanceof ApiError ? error.details : []
      const names = [...Object.keys(initial), ...Object.keys(paths)]
      const { byField, others } = toFieldErrors(details, names, text)
      const fieldErrors = Object.fromEntries(
        Object.entries(byField).map(([path, message]) => [paths[path] ?? path, message]),
      ) as FieldErrors<Fields>
      const isAllShown = Object.keys(byField).length > 0 && others.length === 0
      const shown = toProblem(error, text)
      const message = others.length > 0 ? others.join('; ') : shown.message
      reject(fieldErrors, isAllShown ? null : { ...shown, message })
      if (!(error instanceof ApiError) && !(error instanceof ConnectionError)) reportError(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    ref,
    values,
    isBusy,
    problem,
    /** Whether there are unsaved changes. */
    isDirty: Object.entries(values).some(([name, value]) => saved[name] !== value),
    change,
    /** Replaces the values with the saved ones. */
    reset: (next: Fields): void => {
      setValues(next)
      setSaved(next)
    },
    onSubmit: (event: FormEvent): void => {
      event.preventDefault()
      if (!isBusy) void send()
    },
    /** Returns the properties of an input. */
    field: (name: keyof Fields & string) => ({
      name,
      value: values[name]!,
      error: errors[name],
      onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    }),
  }
}
