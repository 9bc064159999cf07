// Original file: identity/v1/identity.proto

import type { Account as _wp_identity_v1_Account, Account__Output as _wp_identity_v1_Account__Output } from '../../../wp/identity/v1/Account.ts';

export interface GetAccountResponse {
  'account'?: (_wp_identity_v1_Account | null);
}

export interface GetAccountResponse__Output {
  'account': (_wp_identity_v1_Account__Output | null);
}
