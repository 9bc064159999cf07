import type { Id } from '@wp/kernel'

/**
 * The subject that an event is published on: its type, or `<type>-<workspace>` where each workspace has one of its own. The
 * workspace is no part of its own: so the subject is one that every stream takes, those of earlier versions too.
 */
export const subjectOf = (
  { type, subjectByWorkspace }: { type: string; subjectByWorkspace?: boolean },
  workspaceId: Id | null,
): string => {
  if (!subjectByWorkspace) return type
  if (workspaceId === null) throw new TypeError(`Event ${type} needs a workspace: its subject names it`)
  return `${type}-${workspaceId}`
}
