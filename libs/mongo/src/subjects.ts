import type { Id } from '@wp/kernel'

/**
 * Returns an event's NATS subject: its type, or `<type>-<workspace>` if each workspace has its own subject. The
 * workspace is not a separate token, so that streams created by older versions accept the subject too.
 */
export const subjectOf = (
  { type, subjectByWorkspace }: { type: string; subjectByWorkspace?: boolean },
  workspaceId: Id | null,
): string => {
  if (!subjectByWorkspace) return type
  if (workspaceId === null)
    throw new TypeError(`Event ${type} needs a workspace because its subject contains the workspace id`)
  return `${type}-${workspaceId}`
}
