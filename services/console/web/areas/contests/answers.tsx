import type { ContestAttempt } from '@workspace-platform/client/contests'
import { Check, X } from 'lucide-react'
import { RecordBody } from '../../app/record-page.tsx'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SimpleItem, SimpleList } from '../../ui/simple-list.tsx'
import styles from './contests.module.css'
import { useAnswers } from './contests.queries.ts'

type Props = { contestId: string; attempt: ContestAttempt; onClose: () => void }

/** A participant's answers, in the order of the questions. */
export const Answers = ({ contestId, attempt, onClose }: Props) => {
  const text = useText()
  const query = useAnswers(contestId, attempt.id)
  return (
    <Dialog title={text('contests.answersOf', { name: attempt.name })} onClose={onClose}>
      <RecordBody query={query}>
        {(items) => (
          <SimpleList>
            {items.map((item) => (
              <SimpleItem
                key={item.questionId}
                start={
                  item.isCorrect ? (
                    <Check className={styles['right']} role="img" aria-label={text('contests.correct')} />
                  ) : (
                    <X className={styles['wrong']} role="img" aria-label={text('contests.wrong')} />
                  )
                }
                title={<span dir="auto">{item.questionText}</span>}
                detail={
                  item.isCorrect
                    ? item.correctOptionLabel
                    : text('contests.insteadOf', {
                        given: item.selectedOptionLabel ?? text('contests.noAnswer'),
                        correct: item.correctOptionLabel,
                      })
                }
              />
            ))}
          </SimpleList>
        )}
      </RecordBody>
      <DialogActions>
        <Button onClick={onClose}>{text('action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
