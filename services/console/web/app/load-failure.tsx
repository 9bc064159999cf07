import { ApiError } from '@workspace-platform/client'
import { CloudOff } from 'lucide-react'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { toProblem } from '../ui/problem.ts'

type Props = { error: unknown; onRetry: () => void; isCompact?: boolean }

/** Shown instead of content that could not be loaded. */
export const LoadFailure = ({ error, onRetry, isCompact = false }: Props) => {
  const text = useText()
  const { message, reference } = toProblem(error, text)
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404)
  return (
    <div role="alert">
      <EmptyState
        {...(!isCompact && { icon: CloudOff })}
        isCompact={isCompact}
        title={text('state.failed')}
        action={!isFinal && <Button onClick={onRetry}>{text('action.retry')}</Button>}
      >
        {message}
        {reference && ` (${reference})`}
      </EmptyState>
    </div>
  )
}
