import { Link } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError, ConnectionError } from '@workspace-platform/client'
import { Compass, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useText } from '../i18n/language.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { toProblem } from '../ui/problem.ts'

/** Shown for an unknown URL. */
export const UnknownPage = () => {
  const text = useText()
  return (
    <EmptyState
      isPage
      icon={Compass}
      title={text('state.unknownPage')}
      action={
        <Link to="/" className={buttonClass({})}>
          {text('state.home')}
        </Link>
      }
    >
      {text('state.unknownPageText')}
    </EmptyState>
  )
}

/** Shown instead of a page that failed, inside a shell that still works. */
export const CrashedPage = ({ error }: ErrorComponentProps) => {
  const text = useText()
  const isKnown = error instanceof ApiError || error instanceof ConnectionError
  useEffect(() => {
    if (!isKnown) reportError(error)
  }, [error, isKnown])
  return (
    <EmptyState
      isPage
      icon={TriangleAlert}
      title={text(isKnown ? 'state.failed' : 'state.crashed')}
      action={<Button onClick={() => location.reload()}>{text('app.reload')}</Button>}
    >
      {isKnown ? toProblem(error, text).message : text('state.crashedText')}
    </EmptyState>
  )
}
