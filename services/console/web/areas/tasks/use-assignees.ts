import { useMemo } from 'react'
import { useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import type { Choice } from '../../ui/field.tsx'
import { useStaff } from './tasks.queries.ts'

/**
 * Returns the staff to choose from, the current user first, and a function that returns a member's name if it
 * is known.
 */
export const useAssignees = () => {
  const text = useText()
  const own = useMember().account.staffId
  const { data: staff } = useStaff()
  return useMemo(() => {
    const others = (staff ?? []).filter(({ id }) => id !== own)
    const choices: Choice[] = [
      ...(own === null ? [] : [{ value: own, label: text('tasks.me') }]),
      ...others.map(({ id, name }) => ({ value: id, label: name })),
    ]
    const nameOf = (staffId: string): string | null =>
      choices.find(({ value }) => value === staffId)?.label ?? null
    return { choices, nameOf }
  }, [text, own, staff])
}
