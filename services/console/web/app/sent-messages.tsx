import { lazy, Suspense } from 'react'
import { addTexts } from '../i18n/language.ts'
import { loadMessageTexts } from './message-texts.ts'
import { useMember } from './session.ts'
import { may } from './session.rules.ts'

const List = lazy(async () => {
  const [list] = await Promise.all([import('./sent-message-list.tsx'), addTexts(loadMessageTexts)])
  return list
})

/** The messages that the customer received about a record, for members who may read them. */
export const SentMessages = ({ recordId }: { recordId: string }) => {
  const member = useMember()
  if (!may(member, 'workspace.manage')) return null
  return (
    <Suspense fallback={null}>
      <List recordId={recordId} />
    </Suspense>
  )
}
