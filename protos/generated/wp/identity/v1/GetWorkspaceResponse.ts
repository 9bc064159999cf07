// Original file: identity/v1/identity.proto

import type { Workspace as _wp_identity_v1_Workspace, Workspace__Output as _wp_identity_v1_Workspace__Output } from '../../../wp/identity/v1/Workspace.ts';

export interface GetWorkspaceResponse {
  'workspace'?: (_wp_identity_v1_Workspace | null);
}

export interface GetWorkspaceResponse__Output {
  'workspace': (_wp_identity_v1_Workspace__Output | null);
}
