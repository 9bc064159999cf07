import type { LabAnalysis, LabRange } from '@workspace-platform/client/labs'
import { Pencil, Power } from 'lucide-react'
import { useState } from 'react'
import { RecordBody } from '../../app/record-page.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AnalysisForm } from './analysis.form.tsx'
import { deactivateAnalysis, reload, restoreAnalysis, useAnalysis } from './catalogue.queries.ts'
import { RangeForm } from './range.form.tsx'
import { Ranges } from './ranges.tsx'

type Edited = 'analysis' | { range: LabRange | null }

/** An analysis beside the list, with its reference ranges. */
export const AnalysisPanel = ({ analysisId, onClose }: { analysisId: string; onClose: () => void }) => {
  const text = useText()
  const mayManage = may(useMember(), 'labs.manage')
  const query = useAnalysis(analysisId)
  const [edited, setEdited] = useState<Edited | null>(null)
  const { run, running, problem } = useAction<'toggle'>()
  const stop = (): void => setEdited(null)
  const toggle = async ({ id, deletedAt }: LabAnalysis): Promise<void> => {
    const params = { analysisId: id }
    await (deletedAt ? restoreAnalysis({ params }) : deactivateAnalysis({ params }))
    await reload('lab_analyses')
  }
  return (
    <SidePanel title={query.data?.testName ?? text('labs.analysis')} onClose={onClose}>
      <RecordBody
        query={query}
        isEditing={edited !== null && mayManage}
        onStopEditing={stop}
        form={(analysis, onSaved) =>
          edited === 'analysis' ? (
            <AnalysisForm analysis={analysis} onCancel={stop} onSaved={onSaved} />
          ) : (
            edited && (
              <RangeForm analysisId={analysisId} range={edited.range} onCancel={stop} onSaved={onSaved} />
            )
          )
        }
      >
        {(analysis) => (
          <>
            {mayManage && (
              <FormActions>
                <Button onClick={() => setEdited('analysis')}>
                  <Pencil aria-hidden="true" />
                  {text('action.edit')}
                </Button>
                <Button isBusy={running !== null} onClick={() => void run('toggle', () => toggle(analysis))}>
                  <Power aria-hidden="true" />
                  {text(analysis.deletedAt ? 'labs.restore' : 'labs.deactivate')}
                </Button>
              </FormActions>
            )}
            {problem && <Notice tone="bad">{problem}</Notice>}
            <AnalysisFacts analysis={analysis} />
            <Ranges analysis={analysis} onEdit={mayManage ? (range) => setEdited({ range }) : null} />
          </>
        )}
      </RecordBody>
    </SidePanel>
  )
}

const AnalysisFacts = ({ analysis }: { analysis: LabAnalysis }) => {
  const text = useText()
  const format = useFormat()
  const { testName, reportName, billName, price, unit, taxRateId, deletedAt } = analysis
  const tax = useMember().workspace?.taxRates.find(({ id }) => id === taxRateId)
  return (
    <Facts
      items={[
        [text('labs.state'), deletedAt && <Badge key="state">{text('labs.deactivated')}</Badge>],
        [text('labs.price'), <b key="price">{format.money(price)}</b>],
        [text('labs.unit'), unit && <bdi>{unit}</bdi>],
        [text('labs.taxRate'), tax && `${tax.name} ${format.percent(tax.percentage / 100)}`],
        [text('labs.reportName'), reportName === testName ? null : reportName],
        [text('labs.billName'), billName === testName ? null : billName],
      ]}
    />
  )
}
