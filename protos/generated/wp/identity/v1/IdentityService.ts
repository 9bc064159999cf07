// Original file: identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetAccountRequest as _wp_identity_v1_GetAccountRequest, GetAccountRequest__Output as _wp_identity_v1_GetAccountRequest__Output } from '../../../wp/identity/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _wp_identity_v1_GetAccountResponse, GetAccountResponse__Output as _wp_identity_v1_GetAccountResponse__Output } from '../../../wp/identity/v1/GetAccountResponse.ts';
import type { GetJwksRequest as _wp_identity_v1_GetJwksRequest, GetJwksRequest__Output as _wp_identity_v1_GetJwksRequest__Output } from '../../../wp/identity/v1/GetJwksRequest.ts';
import type { GetJwksResponse as _wp_identity_v1_GetJwksResponse, GetJwksResponse__Output as _wp_identity_v1_GetJwksResponse__Output } from '../../../wp/identity/v1/GetJwksResponse.ts';
import type { GetRoleRequest as _wp_identity_v1_GetRoleRequest, GetRoleRequest__Output as _wp_identity_v1_GetRoleRequest__Output } from '../../../wp/identity/v1/GetRoleRequest.ts';
import type { GetRoleResponse as _wp_identity_v1_GetRoleResponse, GetRoleResponse__Output as _wp_identity_v1_GetRoleResponse__Output } from '../../../wp/identity/v1/GetRoleResponse.ts';
import type { GetWorkspaceRequest as _wp_identity_v1_GetWorkspaceRequest, GetWorkspaceRequest__Output as _wp_identity_v1_GetWorkspaceRequest__Output } from '../../../wp/identity/v1/GetWorkspaceRequest.ts';
import type { GetWorkspaceResponse as _wp_identity_v1_GetWorkspaceResponse, GetWorkspaceResponse__Output as _wp_identity_v1_GetWorkspaceResponse__Output } from '../../../wp/identity/v1/GetWorkspaceResponse.ts';
import type { ListStaffAccountsRequest as _wp_identity_v1_ListStaffAccountsRequest, ListStaffAccountsRequest__Output as _wp_identity_v1_ListStaffAccountsRequest__Output } from '../../../wp/identity/v1/ListStaffAccountsRequest.ts';
import type { ListStaffAccountsResponse as _wp_identity_v1_ListStaffAccountsResponse, ListStaffAccountsResponse__Output as _wp_identity_v1_ListStaffAccountsResponse__Output } from '../../../wp/identity/v1/ListStaffAccountsResponse.ts';
import type { RemoveStaffAccountRequest as _wp_identity_v1_RemoveStaffAccountRequest, RemoveStaffAccountRequest__Output as _wp_identity_v1_RemoveStaffAccountRequest__Output } from '../../../wp/identity/v1/RemoveStaffAccountRequest.ts';
import type { RemoveStaffAccountResponse as _wp_identity_v1_RemoveStaffAccountResponse, RemoveStaffAccountResponse__Output as _wp_identity_v1_RemoveStaffAccountResponse__Output } from '../../../wp/identity/v1/RemoveStaffAccountResponse.ts';
import type { RevocationsSinceRequest as _wp_identity_v1_RevocationsSinceRequest, RevocationsSinceRequest__Output as _wp_identity_v1_RevocationsSinceRequest__Output } from '../../../wp/identity/v1/RevocationsSinceRequest.ts';
import type { RevocationsSinceResponse as _wp_identity_v1_RevocationsSinceResponse, RevocationsSinceResponse__Output as _wp_identity_v1_RevocationsSinceResponse__Output } from '../../../wp/identity/v1/RevocationsSinceResponse.ts';
import type { SendMessageRequest as _wp_identity_v1_SendMessageRequest, SendMessageRequest__Output as _wp_identity_v1_SendMessageRequest__Output } from '../../../wp/identity/v1/SendMessageRequest.ts';
import type { SendMessageResponse as _wp_identity_v1_SendMessageResponse, SendMessageResponse__Output as _wp_identity_v1_SendMessageResponse__Output } from '../../../wp/identity/v1/SendMessageResponse.ts';
import type { UpsertStaffAccountRequest as _wp_identity_v1_UpsertStaffAccountRequest, UpsertStaffAccountRequest__Output as _wp_identity_v1_UpsertStaffAccountRequest__Output } from '../../../wp/identity/v1/UpsertStaffAccountRequest.ts';
import type { UpsertStaffAccountResponse as _wp_identity_v1_UpsertStaffAccountResponse, UpsertStaffAccountResponse__Output as _wp_identity_v1_UpsertStaffAccountResponse__Output } from '../../../wp/identity/v1/UpsertStaffAccountResponse.ts';

export interface IdentityServiceClient extends grpc.Client {
  /**
   * No `account` in the answer: there is none with this id.
   */
  GetAccount(argument: _wp_identity_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _wp_identity_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _wp_identity_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  GetAccount(argument: _wp_identity_v1_GetAccountRequest, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `account` in the answer: there is none with this id.
   */
  getAccount(argument: _wp_identity_v1_GetAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _wp_identity_v1_GetAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _wp_identity_v1_GetAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  getAccount(argument: _wp_identity_v1_GetAccountRequest, callback: grpc.requestCallback<_wp_identity_v1_GetAccountResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The public keys of access tokens, as at /.well-known/jwks.json.
   */
  GetJwks(argument: _wp_identity_v1_GetJwksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  GetJwks(argument: _wp_identity_v1_GetJwksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  GetJwks(argument: _wp_identity_v1_GetJwksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  GetJwks(argument: _wp_identity_v1_GetJwksRequest, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The public keys of access tokens, as at /.well-known/jwks.json.
   */
  getJwks(argument: _wp_identity_v1_GetJwksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  getJwks(argument: _wp_identity_v1_GetJwksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  getJwks(argument: _wp_identity_v1_GetJwksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  getJwks(argument: _wp_identity_v1_GetJwksRequest, callback: grpc.requestCallback<_wp_identity_v1_GetJwksResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * No `role` in the answer: the workspace has none with this id.
   */
  GetRole(argument: _wp_identity_v1_GetRoleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  GetRole(argument: _wp_identity_v1_GetRoleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  GetRole(argument: _wp_identity_v1_GetRoleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  GetRole(argument: _wp_identity_v1_GetRoleRequest, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `role` in the answer: the workspace has none with this id.
   */
  getRole(argument: _wp_identity_v1_GetRoleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  getRole(argument: _wp_identity_v1_GetRoleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  getRole(argument: _wp_identity_v1_GetRoleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  getRole(argument: _wp_identity_v1_GetRoleRequest, callback: grpc.requestCallback<_wp_identity_v1_GetRoleResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * No `workspace` in the answer: there is none with this id.
   */
  GetWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  GetWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  GetWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  GetWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `workspace` in the answer: there is none with this id.
   */
  getWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  getWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  getWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  getWorkspace(argument: _wp_identity_v1_GetWorkspaceRequest, callback: grpc.requestCallback<_wp_identity_v1_GetWorkspaceResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * The staff memberships of a workspace, or those of the named staff ids.
   */
  ListStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  ListStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The staff memberships of a workspace, or those of the named staff ids.
   */
  listStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  listStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  listStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  listStaffAccounts(argument: _wp_identity_v1_ListStaffAccountsRequest, callback: grpc.requestCallback<_wp_identity_v1_ListStaffAccountsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends the membership and its login sessions; also succeeds when there is none. FORBIDDEN and CONFLICT as above.
   */
  RemoveStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  RemoveStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  RemoveStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  RemoveStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Ends the membership and its login sessions; also succeeds when there is none. FORBIDDEN and CONFLICT as above.
   */
  removeStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  removeStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  removeStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  removeStaffAccount(argument: _wp_identity_v1_RemoveStaffAccountRequest, callback: grpc.requestCallback<_wp_identity_v1_RemoveStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * What was revoked at or after `since`, oldest first, in pages; the fallback when the event feed is silent.
   */
  RevocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  RevocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  RevocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  RevocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  /**
   * What was revoked at or after `since`, oldest first, in pages; the fallback when the event feed is silent.
   */
  revocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  revocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  revocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  revocationsSince(argument: _wp_identity_v1_RevocationsSinceRequest, callback: grpc.requestCallback<_wp_identity_v1_RevocationsSinceResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Queues one mail or SMS; the same key twice sends once.
   */
  SendMessage(argument: _wp_identity_v1_SendMessageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  SendMessage(argument: _wp_identity_v1_SendMessageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  SendMessage(argument: _wp_identity_v1_SendMessageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  SendMessage(argument: _wp_identity_v1_SendMessageRequest, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Queues one mail or SMS; the same key twice sends once.
   */
  sendMessage(argument: _wp_identity_v1_SendMessageRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  sendMessage(argument: _wp_identity_v1_SendMessageRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  sendMessage(argument: _wp_identity_v1_SendMessageRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  sendMessage(argument: _wp_identity_v1_SendMessageRequest, callback: grpc.requestCallback<_wp_identity_v1_SendMessageResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Makes or changes the login of a staff member; the same call twice has one effect (by staff id and version).
   * A new member or a new email is invited. NOT_FOUND: unknown role; FORBIDDEN: the actor may not; CONFLICT: the email is
   * on this staff already, or a call with a greater version was here before.
   */
  UpsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  UpsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  UpsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  UpsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Makes or changes the login of a staff member; the same call twice has one effect (by staff id and version).
   * A new member or a new email is invited. NOT_FOUND: unknown role; FORBIDDEN: the actor may not; CONFLICT: the email is
   * on this staff already, or a call with a greater version was here before.
   */
  upsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  upsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  upsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  upsertStaffAccount(argument: _wp_identity_v1_UpsertStaffAccountRequest, callback: grpc.requestCallback<_wp_identity_v1_UpsertStaffAccountResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface IdentityServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * No `account` in the answer: there is none with this id.
   */
  GetAccount: grpc.handleUnaryCall<_wp_identity_v1_GetAccountRequest__Output, _wp_identity_v1_GetAccountResponse>;
  
  /**
   * The public keys of access tokens, as at /.well-known/jwks.json.
   */
  GetJwks: grpc.handleUnaryCall<_wp_identity_v1_GetJwksRequest__Output, _wp_identity_v1_GetJwksResponse>;
  
  /**
   * No `role` in the answer: the workspace has none with this id.
   */
  GetRole: grpc.handleUnaryCall<_wp_identity_v1_GetRoleRequest__Output, _wp_identity_v1_GetRoleResponse>;
  
  /**
   * No `workspace` in the answer: there is none with this id.
   */
  GetWorkspace: grpc.handleUnaryCall<_wp_identity_v1_GetWorkspaceRequest__Output, _wp_identity_v1_GetWorkspaceResponse>;
  
  /**
   * The staff memberships of a workspace, or those of the named staff ids.
   */
  ListStaffAccounts: grpc.handleUnaryCall<_wp_identity_v1_ListStaffAccountsRequest__Output, _wp_identity_v1_ListStaffAccountsResponse>;
  
  /**
   * Ends the membership and its login sessions; also succeeds when there is none. FORBIDDEN and CONFLICT as above.
   */
  RemoveStaffAccount: grpc.handleUnaryCall<_wp_identity_v1_RemoveStaffAccountRequest__Output, _wp_identity_v1_RemoveStaffAccountResponse>;
  
  /**
   * What was revoked at or after `since`, oldest first, in pages; the fallback when the event feed is silent.
   */
  RevocationsSince: grpc.handleUnaryCall<_wp_identity_v1_RevocationsSinceRequest__Output, _wp_identity_v1_RevocationsSinceResponse>;
  
  /**
   * Queues one mail or SMS; the same key twice sends once.
   */
  SendMessage: grpc.handleUnaryCall<_wp_identity_v1_SendMessageRequest__Output, _wp_identity_v1_SendMessageResponse>;
  
  /**
   * Makes or changes the login of a staff member; the same call twice has one effect (by staff id and version).
   * A new member or a new email is invited. NOT_FOUND: unknown role; FORBIDDEN: the actor may not; CONFLICT: the email is
   * on this staff already, or a call with a greater version was here before.
   */
  UpsertStaffAccount: grpc.handleUnaryCall<_wp_identity_v1_UpsertStaffAccountRequest__Output, _wp_identity_v1_UpsertStaffAccountResponse>;
  
}

export interface IdentityServiceDefinition extends grpc.ServiceDefinition {
  GetAccount: MethodDefinition<_wp_identity_v1_GetAccountRequest, _wp_identity_v1_GetAccountResponse, _wp_identity_v1_GetAccountRequest__Output, _wp_identity_v1_GetAccountResponse__Output>
  GetJwks: MethodDefinition<_wp_identity_v1_GetJwksRequest, _wp_identity_v1_GetJwksResponse, _wp_identity_v1_GetJwksRequest__Output, _wp_identity_v1_GetJwksResponse__Output>
  GetRole: MethodDefinition<_wp_identity_v1_GetRoleRequest, _wp_identity_v1_GetRoleResponse, _wp_identity_v1_GetRoleRequest__Output, _wp_identity_v1_GetRoleResponse__Output>
  GetWorkspace: MethodDefinition<_wp_identity_v1_GetWorkspaceRequest, _wp_identity_v1_GetWorkspaceResponse, _wp_identity_v1_GetWorkspaceRequest__Output, _wp_identity_v1_GetWorkspaceResponse__Output>
  ListStaffAccounts: MethodDefinition<_wp_identity_v1_ListStaffAccountsRequest, _wp_identity_v1_ListStaffAccountsResponse, _wp_identity_v1_ListStaffAccountsRequest__Output, _wp_identity_v1_ListStaffAccountsResponse__Output>
  RemoveStaffAccount: MethodDefinition<_wp_identity_v1_RemoveStaffAccountRequest, _wp_identity_v1_RemoveStaffAccountResponse, _wp_identity_v1_RemoveStaffAccountRequest__Output, _wp_identity_v1_RemoveStaffAccountResponse__Output>
  RevocationsSince: MethodDefinition<_wp_identity_v1_RevocationsSinceRequest, _wp_identity_v1_RevocationsSinceResponse, _wp_identity_v1_RevocationsSinceRequest__Output, _wp_identity_v1_RevocationsSinceResponse__Output>
  SendMessage: MethodDefinition<_wp_identity_v1_SendMessageRequest, _wp_identity_v1_SendMessageResponse, _wp_identity_v1_SendMessageRequest__Output, _wp_identity_v1_SendMessageResponse__Output>
  UpsertStaffAccount: MethodDefinition<_wp_identity_v1_UpsertStaffAccountRequest, _wp_identity_v1_UpsertStaffAccountResponse, _wp_identity_v1_UpsertStaffAccountRequest__Output, _wp_identity_v1_UpsertStaffAccountResponse__Output>
}
