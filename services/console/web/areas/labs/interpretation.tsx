import type { LabInterpretation, LabTestItem } from '@workspace-platform/client/labs'
import { useState } from 'react'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useFormat } from '../../i18n/format.ts'
import styles from './labs.module.css'
import { interpretResult, useEstimate } from './labs.queries.ts'

type Props = { testId: string; item: LabTestItem; onClose: () => void }

/** Explains a result in words, by the configured model or by fixed rules. */
export const Interpretation = ({ testId, item, onClose }: Props) => {
  const text = useText()
  const format = useFormat()
  const { language: current } = useLanguage()
  const [language, setLanguage] = useState<'en' | 'ar'>(current)
  const [answer, setAnswer] = useState<LabInterpretation | null>(null)
  const { data: estimate } = useEstimate(testId, item.id)
  const { run, running, problem } = useAction<'interpret'>()
  const ask = async (): Promise<void> => {
    const { interpretation } = await interpretResult({
      params: { testId, itemId: item.id },
      body: { language },
    })
    setAnswer(interpretation)
  }
  return (
    <Dialog title={text('labs.interpretTitle', { name: item.testName })} onClose={onClose}>
      <DialogText>{text('labs.interpretText')}</DialogText>
      <Segmented
        label={text('labs.language')}
        value={language}
        options={[
          { value: 'en', label: text('language.en') },
          { value: 'ar', label: text('language.ar') },
        ]}
        onChange={(next) => {
          setLanguage(next)
          setAnswer(null)
        }}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      {answer && (
        <>
          <p className={styles['interpretation']} dir={answer.direction} lang={answer.language}>
            {answer.text}
          </p>
          <p className={styles['hint']}>
            {answer.provider === 'rules'
              ? text('labs.byRules')
              : text('labs.byModel', { model: answer.provider, cost: format.money(answer.cost, 'USD') })}
          </p>
        </>
      )}
      {!answer && estimate && estimate.costUsd > 0 && (
        <p className={styles['hint']}>
          {text('labs.estimate', {
            model: estimate.provider,
            cost: format.money(estimate.costUsd, 'USD'),
          })}
        </p>
      )}
      <DialogActions>
        <Button onClick={onClose}>{text('action.close')}</Button>
        {answer ? (
          <CopyButton value={answer.text} />
        ) : (
          <Button kind="primary" isBusy={running !== null} onClick={() => void run('interpret', ask)}>
            {text('labs.interpret')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
