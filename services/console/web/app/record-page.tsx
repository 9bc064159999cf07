import { Link } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { buttonClass } from '../ui/button.tsx'
import { Page, PageContent } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast.tsx'
import { LoadFailure } from './load-failure.tsx'

export type RecordQuery<Loaded> = { data?: Loaded | undefined; error: unknown; refetch: () => unknown }

/**
 * Returns whether a failure replaces the loaded content: if nothing was loaded, or if the record no longer
 * exists.
 */
const hasFailed = ({ data, error }: RecordQuery<unknown>): boolean =>
  error !== null &&
  (data === undefined || (error instanceof ApiError && (error.status === 403 || error.status === 404)))

type BackProps = {
  to:
    | '/clients'
    | '/contests'
    | '/invoices'
    | '/labs'
    | '/platform/plans'
    | '/platform/workspaces'
    | '/shop/pages'
    | '/shop/products'
    | '/staff'
    | '/staff/roles'
    | '/till'
  label: string
}

/** Leads from a record to its list. */
export const BackLink = ({ to, label }: BackProps) => (
  <Link to={to} className={buttonClass({ kind: 'ghost', isIcon: true })} aria-label={label}>
    <ArrowLeft aria-hidden="true" className="mirrored" />
  </Link>
)

type PageProps<Loaded> = {
  query: RecordQuery<Loaded>
  title: string
  back: ReactNode
  actions?: ReactNode
  /** Dialogs shown with the content. */
  dialogs?: ReactNode
  children: ReactNode
}

/** The page of one record, or the reason it could not be loaded. */
export const RecordPage = <Loaded,>({ query, title, back, actions, dialogs, children }: PageProps<Loaded>) =>
  hasFailed(query) ? (
    <Page title={title} before={back}>
      <LoadFailure error={query.error} onRetry={() => void query.refetch()} />
    </Page>
  ) : (
    <Page title={title} before={back} actions={actions}>
      <PageContent>{children}</PageContent>
      {dialogs}
    </Page>
  )

type BodyProps<Loaded> = {
  query: RecordQuery<Loaded>
  isEditing?: boolean
  onStopEditing?: () => void
  /** The form that changes the record. `onSaved` closes it and confirms the save. */
  form?: (record: Loaded, onSaved: () => void) => ReactNode
  children: (record: Loaded) => ReactNode
}

/** A record in a card or side panel: its details, or the form while it is edited. */
export const RecordBody = <Loaded,>({
  query,
  isEditing = false,
  onStopEditing,
  form,
  children,
}: BodyProps<Loaded>) => {
  const text = useText()
  if (hasFailed(query))
    return <LoadFailure isCompact error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton lines={6} />
  if (!isEditing || !form) return children(query.data)
  return form(query.data, () => {
    onStopEditing?.()
    showToast(text('action.saved'))
  })
}
