// Original file: identity/v1/identity.proto

import type { Role as _wp_identity_v1_Role, Role__Output as _wp_identity_v1_Role__Output } from '../../../wp/identity/v1/Role.ts';

export interface GetRoleResponse {
  'role'?: (_wp_identity_v1_Role | null);
}

export interface GetRoleResponse__Output {
  'role': (_wp_identity_v1_Role__Output | null);
}
