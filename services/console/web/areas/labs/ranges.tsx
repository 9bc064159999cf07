import type { LabAnalysis, LabRange } from '@workspace-platform/client/labs'
import { matchRange } from '@wp/lab-rules'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ListBody } from '../../app/list-body.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DeleteDialog } from '../../ui/action-dialog.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { FormRow } from '../../ui/form.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import { deleteRange, reload } from './catalogue.queries.ts'
import styles from './labs.module.css'
import { useRangeText } from './range-text.ts'
import { dependsOnAge } from './range.rules.ts'

type Props = {
  analysis: LabAnalysis
  /** Null for users who may not change ranges. */
  onEdit: ((range: LabRange | null) => void) | null
}

/** The reference ranges of an analysis, and who each of them applies to. */
export const Ranges = ({ analysis, onEdit }: Props) => {
  const text = useText()
  const rangeText = useRangeText()
  const [person, setPerson] = useState<{ gender: string; age: string; unit: LabRange['ageUnit'] }>({
    gender: 'female',
    age: '',
    unit: 'years',
  })
  const [deleted, setDeleted] = useState<LabRange | null>(null)
  const { ranges, unit } = analysis
  const applied = matchRange(ranges, person.gender || null, (ageUnit) =>
    ageIn(person.unit, toNumber(person.age), ageUnit),
  )
  return (
    <section className={styles['section']} aria-label={text('labs.ranges')}>
      <header className={styles['sectionHead']}>
        <h3>{text('labs.ranges')}</h3>
        {onEdit && (
          <Button onClick={() => onEdit(null)}>
            <Plus aria-hidden="true" />
            {text('labs.addRange')}
          </Button>
        )}
      </header>
      <ListBody isEmpty={ranges.length === 0} isCompact none={{ title: text('labs.noRanges') }}>
        <SimpleList>
          {ranges.map((range) => (
            <SimpleItem
              key={range.id}
              title={
                <>
                  <bdi>{rangeText.limits(range) || '–'}</bdi> <bdi>{unit}</bdi>
                </>
              }
              detail={
                <>
                  {rangeText.group(range)}
                  {rangeText.critical(range) && (
                    <>
                      {' • '}
                      {text('labs.critical')} <bdi>{rangeText.critical(range)}</bdi>
                    </>
                  )}
                </>
              }
              end={
                <>
                  {range === applied && <Badge tone="ok">{text('labs.applies')}</Badge>}
                  {onEdit && (
                    <>
                      <Button
                        kind="ghost"
                        isIcon
                        aria-label={text('labs.editRangeOf', { group: rangeText.group(range) })}
                        onClick={() => onEdit(range)}
                      >
                        <Pencil aria-hidden="true" />
                      </Button>
                      <Button
                        kind="ghost"
                        isIcon
                        aria-label={text('labs.deleteRangeOf', { group: rangeText.group(range) })}
                        onClick={() => setDeleted(range)}
                      >
                        <Trash2 aria-hidden="true" />
                      </Button>
                    </>
                  )}
                </>
              }
            />
          ))}
        </SimpleList>
        <div className={styles['tryRange']}>
          <p className={styles['hint']}>{text('labs.whoGetsWhich')}</p>
          <FormRow>
            <Select
              label={text('labs.gender')}
              value={person.gender}
              choices={[
                { value: 'female', label: text('gender.female') },
                { value: 'male', label: text('gender.male') },
                { value: '', label: text('labs.unknown') },
              ]}
              onChange={({ target }) => setPerson({ ...person, gender: target.value })}
            />
            <TextField
              label={text('labs.age')}
              isOptional
              inputMode="numeric"
              value={person.age}
              onChange={({ target }) => setPerson({ ...person, age: target.value })}
            />
            <Select
              label={text('labs.ageUnit')}
              value={person.unit}
              choices={(['years', 'months', 'days'] as const).map((value) => ({
                value,
                label: text(`labs.ageUnit.${value}`),
              }))}
              onChange={({ target }) => setPerson({ ...person, unit: target.value as LabRange['ageUnit'] })}
            />
          </FormRow>
          <p className={styles['hint']} role="status">
            {applied
              ? text('labs.rangeApplies', {
                  limits: rangeText.limits(applied) || '–',
                  group: rangeText.group(applied),
                })
              : (person.age.trim() !== '' || !dependsOnAge(ranges, person.gender)) &&
                text('labs.noRangeApplies')}
          </p>
        </div>
      </ListBody>
      {deleted && (
        <DeleteDialog
          title={text('labs.deleteRangeTitle')}
          text={text('labs.deleteRangeText', { group: rangeText.group(deleted) })}
          onCancel={() => setDeleted(null)}
          onDelete={async () => {
            await deleteRange({ params: { analysisId: analysis.id, rangeId: deleted.id } })
            setDeleted(null)
            await reload('lab_analyses')
          }}
        />
      )}
    </section>
  )
}

const daysPer: Record<LabRange['ageUnit'], number> = { days: 1, months: 30.4375, years: 365.25 }

/** Returns an age in another unit, approximately for months and days; null if none was given. */
const ageIn = (given: LabRange['ageUnit'], age: number, wanted: LabRange['ageUnit']): number | null => {
  if (!(age >= 0)) return null
  return given === wanted ? Math.floor(age) : Math.floor((age * daysPer[given]) / daysPer[wanted] + 1e-9)
}
