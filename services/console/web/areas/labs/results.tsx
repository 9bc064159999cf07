import type { LabTest, LabTestItem } from '@workspace-platform/client/labs'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AddAnalysesForm } from './add-analyses.form.tsx'
import { AmendForm } from './amend.form.tsx'
import { useRanges } from './catalogue.queries.ts'
import { Interpretation } from './interpretation.tsx'
import styles from './labs.module.css'
import { deleteTestItem, reloadTests, useClient } from './labs.queries.ts'
import { ResultRow } from './result-row.tsx'
import { isBilled, isOpen } from './test.rules.ts'

type Asked = { what: 'amend' | 'interpret' | 'remove'; item: LabTestItem } | { what: 'add' }

/** The analyses of a test with their results. Results are entered from top to bottom and saved one by one. */
export const Results = ({ test }: { test: LabTest }) => {
  const text = useText()
  const member = useMember()
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayRun = may(member, 'labs.run')
  const canEnter = mayRun && isOpen(test)
  const canOrder = canEnter && !isBilled(test)
  const { data: client } = useClient(test.clientId, canEnter && may(member, 'clients.view'))
  const ranges = useRanges(test.analysisIds, canEnter)
  const close = (): void => setAsked(null)
  const move = (from: HTMLElement, step: 1 | -1): void => {
    const inputs = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(from as HTMLInputElement) + step]
    if (!next) return from.blur()
    next.focus()
    next.select()
  }
  const item = asked && 'item' in asked ? asked.item : null
  return (
    <Card
      title={text('labs.results')}
      action={
        canOrder && (
          <Button onClick={() => setAsked({ what: 'add' })}>
            <Plus aria-hidden="true" />
            {text('labs.addAnalyses')}
          </Button>
        )
      }
    >
      {canEnter && test.items.length > 0 && <p className={styles['hint']}>{text('labs.enterHint')}</p>}
      <ListBody isEmpty={test.items.length === 0} isCompact none={{ title: text('labs.noItems') }}>
        <ul ref={list} className={styles['results']} aria-label={text('labs.results')}>
          {test.items.map((each) => (
            <ResultRow
              key={each.id}
              test={test}
              item={each}
              ranges={ranges.get(each.analysisId) ?? null}
              client={client ?? null}
              canEnter={canEnter}
              onMove={move}
              onInterpret={
                mayRun && each.resultValueNumeric !== null
                  ? () => setAsked({ what: 'interpret', item: each })
                  : null
              }
              onAmend={
                mayRun && test.status === 'completed' ? () => setAsked({ what: 'amend', item: each }) : null
              }
              onRemove={canOrder ? () => setAsked({ what: 'remove', item: each }) : null}
            />
          ))}
        </ul>
      </ListBody>
      {asked?.what === 'add' && <AddAnalysesForm testId={test.id} onClose={close} />}
      {asked?.what === 'amend' && item && <AmendForm test={test} item={item} onClose={close} />}
      {asked?.what === 'interpret' && item && <Interpretation testId={test.id} item={item} onClose={close} />}
      {asked?.what === 'remove' && item && (
        <ActionDialog
          title={text('labs.removeItemTitle', { name: item.testName })}
          text={text('labs.removeItemText')}
          confirm={text('labs.remove')}
          onCancel={close}
          onConfirm={async () => {
            await deleteTestItem({ params: { testId: test.id, itemId: item.id } })
            close()
            await reloadTests()
          }}
        />
      )}
    </Card>
  )
}
