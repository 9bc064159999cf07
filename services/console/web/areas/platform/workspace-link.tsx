import { Link } from '@tanstack/react-router'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import styles from './platform.module.css'
import { useWorkspace } from './platform.queries.ts'

/** The name of a workspace, as a link to it. Records contain only its id. */
export const WorkspaceLink = ({ workspaceId }: { workspaceId: string }) => {
  const { data, isPending } = useWorkspace(workspaceId)
  if (isPending) return <SkeletonBar width="70%" />
  return (
    <Link
      to="/platform/workspaces/$workspaceId"
      params={{ workspaceId }}
      className={styles['link']!}
      onClick={(event) => event.stopPropagation()}
    >
      {data?.name ?? <bdi dir="ltr">{workspaceId}</bdi>}
    </Link>
  )
}
