// Original file: identity/v1/identity.proto

import type { WorkspaceSettings as _wp_identity_v1_WorkspaceSettings, WorkspaceSettings__Output as _wp_identity_v1_WorkspaceSettings__Output } from '../../../wp/identity/v1/WorkspaceSettings.ts';
import type { WorkingHours as _wp_identity_v1_WorkingHours, WorkingHours__Output as _wp_identity_v1_WorkingHours__Output } from '../../../wp/identity/v1/WorkingHours.ts';
import type { Long } from '@grpc/proto-loader';

export interface Workspace {
  'id'?: (string);
  /**
   * Rises with every change; a smaller one is older news.
   */
  'version'?: (number | string | Long);
  'name'?: (string);
  'slogan'?: (string);
  'email'?: (string);
  'phone'?: (string);
  'phoneVerified'?: (boolean);
  'businessCategorySlug'?: (string);
  'marketingOptIn'?: (boolean);
  /**
   * The plan chosen at signup; the current one is admin-billing's.
   */
  'planId'?: (string);
  'ownerAccountId'?: (string);
  'settings'?: (_wp_identity_v1_WorkspaceSettings | null);
  /**
   * Absent: no schedule was set.
   */
  'workingHours'?: (_wp_identity_v1_WorkingHours | null);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  '_name'?: "name";
  '_slogan'?: "slogan";
}

export interface Workspace__Output {
  'id': (string);
  /**
   * Rises with every change; a smaller one is older news.
   */
  'version': (number);
  'name'?: (string);
  'slogan'?: (string);
  'email': (string);
  'phone': (string);
  'phoneVerified': (boolean);
  'businessCategorySlug': (string);
  'marketingOptIn': (boolean);
  /**
   * The plan chosen at signup; the current one is admin-billing's.
   */
  'planId': (string);
  'ownerAccountId': (string);
  'settings': (_wp_identity_v1_WorkspaceSettings__Output | null);
  /**
   * Absent: no schedule was set.
   */
  'workingHours': (_wp_identity_v1_WorkingHours__Output | null);
  'createdAt': (string);
  'updatedAt': (string);
}
