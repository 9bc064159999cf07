import { useState } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AnalysisPicker } from './analysis-picker.tsx'
import type { PickedAnalysis } from './analysis-picker.tsx'
import { addTestItems, keepTest } from './labs.queries.ts'

/** Orders more analyses for a test. */
export const AddAnalysesForm = ({ testId, onClose }: { testId: string; onClose: () => void }) => {
  const text = useText()
  const [chosen, setChosen] = useState<PickedAnalysis[]>([])
  const form = useForm({
    initial: { analysisIds: '' },
    check: ({ analysisIds }) => (analysisIds === '' ? { analysisIds: text('form.required') } : {}),
    submit: ({ analysisIds }, idempotencyKey) =>
      addTestItems({ params: { testId }, body: { analysisIds: analysisIds.split(',') }, idempotencyKey }),
    onSaved: ({ test }) => {
      keepTest(test)
      onClose()
    },
  })
  return (
    <Dialog title={text('labs.addAnalyses')} onClose={onClose}>
      <Form form={form} label={text('labs.addAnalyses')}>
        <div style={{ minBlockSize: 240 }}>
          <AnalysisPicker
            chosen={chosen}
            autoFocus
            error={form.field('analysisIds').error}
            onChange={(next) => {
              setChosen(next)
              form.change('analysisIds', next.map(({ id }) => id).join())
            }}
          />
        </div>
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text('labs.add')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
