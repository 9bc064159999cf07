import type { LabAnalysis } from '@workspace-platform/client/labs'
import { useDeferredValue, useState } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ComboBox, Picked } from '../../ui/combo-box.tsx'
import { useAnalysisSearch } from './catalogue.queries.ts'

export type PickedAnalysis = Pick<LabAnalysis, 'id' | 'testName' | 'price'>

type Props = {
  chosen: readonly PickedAnalysis[]
  error: string | undefined
  autoFocus?: boolean
  onChange: (chosen: PickedAnalysis[]) => void
}

/** Chooses the analyses to order, by the beginnings of their names. */
export const AnalysisPicker = ({ chosen, error, autoFocus = false, onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const [query, setQuery] = useState('')
  const search = useDeferredValue(query.trim())
  const { data = [], isFetching, isPlaceholderData } = useAnalysisSearch(search)
  const isSettled = !isPlaceholderData && search === query.trim()
  const found = isSettled ? data.filter(({ id }) => !chosen.some((each) => each.id === id)) : []
  return (
    <>
      <ComboBox
        label={text('labs.analyses')}
        placeholder={text('labs.analysisSearch')}
        name="analysisIds"
        error={error}
        autoFocus={autoFocus}
        query={query}
        onQuery={setQuery}
        options={found.map(({ id, testName, price }) => ({
          id,
          label: testName,
          detail: format.money(price),
        }))}
        note={text(isFetching || !isSettled ? 'state.loading' : 'labs.noAnalysisFound')}
        onPick={({ id }) => {
          const picked = found.find((each) => each.id === id)
          if (picked) onChange([...chosen, picked])
          setQuery('')
        }}
      />
      <Picked
        items={chosen.map(({ id, testName, price }) => ({
          id,
          label: testName,
          detail: format.money(price),
        }))}
        removeLabel={(name) => text('labs.removeNamed', { name })}
        onRemove={(id) => onChange(chosen.filter((each) => each.id !== id))}
      />
    </>
  )
}
