// Original file: identity/v1/identity.proto

import type { StaffAccount as _wp_identity_v1_StaffAccount, StaffAccount__Output as _wp_identity_v1_StaffAccount__Output } from '../../../wp/identity/v1/StaffAccount.ts';

export interface UpsertStaffAccountResponse {
  'account'?: (_wp_identity_v1_StaffAccount | null);
}

export interface UpsertStaffAccountResponse__Output {
  'account': (_wp_identity_v1_StaffAccount__Output | null);
}
