import type { Contest } from '@workspace-platform/client/contests'
import { Check } from 'lucide-react'
import { ListBody } from '../../app/list-body.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Card } from '../../ui/card.tsx'
import styles from './contests.module.css'

/** The questions of a contest with the correct answers. */
export const QuestionList = ({ contest: { questions } }: { contest: Contest }) => {
  const text = useText()
  const format = useFormat()
  return (
    <Card title={text('contests.questions')}>
      <ListBody
        isEmpty={questions.length === 0}
        isCompact
        none={{ title: text('contests.noQuestions'), text: text('contests.noQuestionsText') }}
      >
        <ol className={styles['list']}>
          {questions.map(({ id, text: question, options, correctOptionId, points }, index) => (
            <li key={id}>
              <div className={styles['asked']}>
                <span className={styles['hint']}>{format.number(index + 1)}</span>
                <b dir="auto">{question}</b>
                <span className={styles['hint']}>{text('contests.pointsOf', { count: points })}</span>
              </div>
              <ul className={styles['answers']}>
                {options.map((option) => (
                  <li
                    key={option.id}
                    className={option.id === correctOptionId ? styles['correct'] : undefined}
                  >
                    <span dir="auto">{option.label}</span>
                    {option.id === correctOptionId && (
                      <Check role="img" aria-label={text('contests.correct')} />
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </ListBody>
    </Card>
  )
}
