import { useMemo } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { bookedCategory, bookedTitle } from './entry.rules.ts'
import type { Entry } from './entry.rules.ts'

/** Returns functions that translate the English texts with which the platform books entries. */
export const useBookedTexts = () => {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => ({
      titleOf: (entry: Pick<Entry, 'title' | 'reference'>): string => {
        const booked = bookedTitle(entry)
        if (!booked) return entry.title
        const { kind, number, store } = booked
        return text(`books.bookedTitle.${kind}`, { number: format.serial(number), store })
      },
      categoryName: (category: string): string => {
        const booked = bookedCategory(category)
        return booked ? text(`books.bookedCategory.${booked}`) : category
      },
    }),
    [text, format],
  )
}

export type BookedTexts = ReturnType<typeof useBookedTexts>
