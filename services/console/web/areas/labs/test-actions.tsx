import { Link } from '@tanstack/react-router'
import type { LabTest } from '@workspace-platform/client/labs'
import { Ban, Check, Printer, Send } from 'lucide-react'
import { useState } from 'react'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { completeTest, keepTest, updateTest } from './labs.queries.ts'
import { SendReportForm } from './send-report.form.tsx'
import { isOpen, summaryOf } from './test.rules.ts'

type Asked = 'cancel' | 'complete' | 'send'

/** The actions that a test's status allows. */
export const TestActions = ({ test }: { test: LabTest }) => {
  const text = useText()
  const mayRun = may(useMember(), 'labs.run')
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  const params = { testId: test.id }
  const { entered, ordered } = summaryOf(test)
  const missing = test.items.filter(({ resultValueNumeric }) => resultValueNumeric === null)
  return (
    <>
      {mayRun && isOpen(test) && (
        <Button onClick={() => setAsked('cancel')}>
          <Ban aria-hidden="true" />
          {text('labs.cancelTest')}
        </Button>
      )}
      {mayRun && test.status === 'completed' && (
        <Button onClick={() => setAsked('send')}>
          <Send aria-hidden="true" className="mirrored" />
          {text('labs.sendReport')}
        </Button>
      )}
      <Link
        to="/labs/tests/$testId/report"
        params={params}
        target="_blank"
        className={buttonClass({ kind: isOpen(test) && mayRun ? 'default' : 'primary' })}
      >
        <Printer aria-hidden="true" />
        {text('labs.report')}
      </Link>
      {mayRun && test.status !== 'completed' && (
        <Button kind={isOpen(test) ? 'primary' : 'default'} onClick={() => setAsked('complete')}>
          <Check aria-hidden="true" />
          {text('labs.complete')}
        </Button>
      )}
      {asked === 'send' && <SendReportForm test={test} onClose={close} />}
      {asked === 'cancel' && (
        <ActionDialog
          title={text('labs.cancelTitle')}
          text={text('labs.cancelText')}
          confirm={text('labs.cancelTest')}
          cancel={text('action.back')}
          onCancel={close}
          onConfirm={async () => {
            keepTest((await updateTest({ params, body: { status: 'cancelled' } })).test)
            close()
            showToast(text('labs.cancelled'))
          }}
        />
      )}
      {asked === 'complete' && (
        <ActionDialog
          title={text('labs.completeTitle')}
          text={
            entered < ordered
              ? text('labs.completeMissing', { names: missing.map(({ testName }) => testName).join(', ') })
              : text('labs.completeText')
          }
          confirm={text('labs.complete')}
          onCancel={close}
          onConfirm={async () => {
            keepTest((await completeTest({ params })).test)
            close()
            showToast(text('labs.completed'))
          }}
        />
      )}
    </>
  )
}
