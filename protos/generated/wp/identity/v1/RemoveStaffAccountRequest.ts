// Original file: identity/v1/identity.proto

import type { Long } from '@grpc/proto-loader';

export interface RemoveStaffAccountRequest {
  'workspaceId'?: (string);
  'staffId'?: (string);
  /**
   * As in UpsertStaffAccountRequest.
   */
  'version'?: (number | string | Long);
  /**
   * Who asks; absent when a joining is undone.
   */
  'actorAccountId'?: (string);
  '_actorAccountId'?: "actorAccountId";
}

export interface RemoveStaffAccountRequest__Output {
  'workspaceId': (string);
  'staffId': (string);
  /**
   * As in UpsertStaffAccountRequest.
   */
  'version': (number);
  /**
   * Who asks; absent when a joining is undone.
   */
  'actorAccountId'?: (string);
}
