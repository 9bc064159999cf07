import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Account as _wp_identity_v1_Account, Account__Output as _wp_identity_v1_Account__Output } from './wp/identity/v1/Account.ts';
import type { GetAccountRequest as _wp_identity_v1_GetAccountRequest, GetAccountRequest__Output as _wp_identity_v1_GetAccountRequest__Output } from './wp/identity/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _wp_identity_v1_GetAccountResponse, GetAccountResponse__Output as _wp_identity_v1_GetAccountResponse__Output } from './wp/identity/v1/GetAccountResponse.ts';
import type { GetJwksRequest as _wp_identity_v1_GetJwksRequest, GetJwksRequest__Output as _wp_identity_v1_GetJwksRequest__Output } from './wp/identity/v1/GetJwksRequest.ts';
import type { GetJwksResponse as _wp_identity_v1_GetJwksResponse, GetJwksResponse__Output as _wp_identity_v1_GetJwksResponse__Output } from './wp/identity/v1/GetJwksResponse.ts';
import type { GetRoleRequest as _wp_identity_v1_GetRoleRequest, GetRoleRequest__Output as _wp_identity_v1_GetRoleRequest__Output } from './wp/identity/v1/GetRoleRequest.ts';
import type { GetRoleResponse as _wp_identity_v1_GetRoleResponse, GetRoleResponse__Output as _wp_identity_v1_GetRoleResponse__Output } from './wp/identity/v1/GetRoleResponse.ts';
import type { GetWorkspaceRequest as _wp_identity_v1_GetWorkspaceRequest, GetWorkspaceRequest__Output as _wp_identity_v1_GetWorkspaceRequest__Output } from './wp/identity/v1/GetWorkspaceRequest.ts';
import type { GetWorkspaceResponse as _wp_identity_v1_GetWorkspaceResponse, GetWorkspaceResponse__Output as _wp_identity_v1_GetWorkspaceResponse__Output } from './wp/identity/v1/GetWorkspaceResponse.ts';
import type { IdentityServiceClient as _wp_identity_v1_IdentityServiceClient, IdentityServiceDefinition as _wp_identity_v1_IdentityServiceDefinition } from './wp/identity/v1/IdentityService.ts';
import type { Jwk as _wp_identity_v1_Jwk, Jwk__Output as _wp_identity_v1_Jwk__Output } from './wp/identity/v1/Jwk.ts';
import type { ListStaffAccountsRequest as _wp_identity_v1_ListStaffAccountsRequest, ListStaffAccountsRequest__Output as _wp_identity_v1_ListStaffAccountsRequest__Output } from './wp/identity/v1/ListStaffAccountsRequest.ts';
import type { ListStaffAccountsResponse as _wp_identity_v1_ListStaffAccountsResponse, ListStaffAccountsResponse__Output as _wp_identity_v1_ListStaffAccountsResponse__Output } from './wp/identity/v1/ListStaffAccountsResponse.ts';
import type { Membership as _wp_identity_v1_Membership, Membership__Output as _wp_identity_v1_Membership__Output } from './wp/identity/v1/Membership.ts';
import type { RemoveStaffAccountRequest as _wp_identity_v1_RemoveStaffAccountRequest, RemoveStaffAccountRequest__Output as _wp_identity_v1_RemoveStaffAccountRequest__Output } from './wp/identity/v1/RemoveStaffAccountRequest.ts';
import type { RemoveStaffAccountResponse as _wp_identity_v1_RemoveStaffAccountResponse, RemoveStaffAccountResponse__Output as _wp_identity_v1_RemoveStaffAccountResponse__Output } from './wp/identity/v1/RemoveStaffAccountResponse.ts';
import type { Revocation as _wp_identity_v1_Revocation, Revocation__Output as _wp_identity_v1_Revocation__Output } from './wp/identity/v1/Revocation.ts';
import type { RevocationsSinceRequest as _wp_identity_v1_RevocationsSinceRequest, RevocationsSinceRequest__Output as _wp_identity_v1_RevocationsSinceRequest__Output } from './wp/identity/v1/RevocationsSinceRequest.ts';
import type { RevocationsSinceResponse as _wp_identity_v1_RevocationsSinceResponse, RevocationsSinceResponse__Output as _wp_identity_v1_RevocationsSinceResponse__Output } from './wp/identity/v1/RevocationsSinceResponse.ts';
import type { Role as _wp_identity_v1_Role, Role__Output as _wp_identity_v1_Role__Output } from './wp/identity/v1/Role.ts';
import type { SendMessageRequest as _wp_identity_v1_SendMessageRequest, SendMessageRequest__Output as _wp_identity_v1_SendMessageRequest__Output } from './wp/identity/v1/SendMessageRequest.ts';
import type { SendMessageResponse as _wp_identity_v1_SendMessageResponse, SendMessageResponse__Output as _wp_identity_v1_SendMessageResponse__Output } from './wp/identity/v1/SendMessageResponse.ts';
import type { StaffAccount as _wp_identity_v1_StaffAccount, StaffAccount__Output as _wp_identity_v1_StaffAccount__Output } from './wp/identity/v1/StaffAccount.ts';
import type { UpsertStaffAccountRequest as _wp_identity_v1_UpsertStaffAccountRequest, UpsertStaffAccountRequest__Output as _wp_identity_v1_UpsertStaffAccountRequest__Output } from './wp/identity/v1/UpsertStaffAccountRequest.ts';
import type { UpsertStaffAccountResponse as _wp_identity_v1_UpsertStaffAccountResponse, UpsertStaffAccountResponse__Output as _wp_identity_v1_UpsertStaffAccountResponse__Output } from './wp/identity/v1/UpsertStaffAccountResponse.ts';
import type { WorkingDay as _wp_identity_v1_WorkingDay, WorkingDay__Output as _wp_identity_v1_WorkingDay__Output } from './wp/identity/v1/WorkingDay.ts';
import type { WorkingHours as _wp_identity_v1_WorkingHours, WorkingHours__Output as _wp_identity_v1_WorkingHours__Output } from './wp/identity/v1/WorkingHours.ts';
import type { WorkingInterval as _wp_identity_v1_WorkingInterval, WorkingInterval__Output as _wp_identity_v1_WorkingInterval__Output } from './wp/identity/v1/WorkingInterval.ts';
import type { Workspace as _wp_identity_v1_Workspace, Workspace__Output as _wp_identity_v1_Workspace__Output } from './wp/identity/v1/Workspace.ts';
import type { WorkspaceSettings as _wp_identity_v1_WorkspaceSettings, WorkspaceSettings__Output as _wp_identity_v1_WorkspaceSettings__Output } from './wp/identity/v1/WorkspaceSettings.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    identity: {
      v1: {
        Account: MessageTypeDefinition<_wp_identity_v1_Account, _wp_identity_v1_Account__Output>
        GetAccountRequest: MessageTypeDefinition<_wp_identity_v1_GetAccountRequest, _wp_identity_v1_GetAccountRequest__Output>
        GetAccountResponse: MessageTypeDefinition<_wp_identity_v1_GetAccountResponse, _wp_identity_v1_GetAccountResponse__Output>
        GetJwksRequest: MessageTypeDefinition<_wp_identity_v1_GetJwksRequest, _wp_identity_v1_GetJwksRequest__Output>
        GetJwksResponse: MessageTypeDefinition<_wp_identity_v1_GetJwksResponse, _wp_identity_v1_GetJwksResponse__Output>
        GetRoleRequest: MessageTypeDefinition<_wp_identity_v1_GetRoleRequest, _wp_identity_v1_GetRoleRequest__Output>
        GetRoleResponse: MessageTypeDefinition<_wp_identity_v1_GetRoleResponse, _wp_identity_v1_GetRoleResponse__Output>
        GetWorkspaceRequest: MessageTypeDefinition<_wp_identity_v1_GetWorkspaceRequest, _wp_identity_v1_GetWorkspaceRequest__Output>
        GetWorkspaceResponse: MessageTypeDefinition<_wp_identity_v1_GetWorkspaceResponse, _wp_identity_v1_GetWorkspaceResponse__Output>
        IdentityService: SubtypeConstructor<typeof grpc.Client, _wp_identity_v1_IdentityServiceClient> & { service: _wp_identity_v1_IdentityServiceDefinition }
        Jwk: MessageTypeDefinition<_wp_identity_v1_Jwk, _wp_identity_v1_Jwk__Output>
        ListStaffAccountsRequest: MessageTypeDefinition<_wp_identity_v1_ListStaffAccountsRequest, _wp_identity_v1_ListStaffAccountsRequest__Output>
        ListStaffAccountsResponse: MessageTypeDefinition<_wp_identity_v1_ListStaffAccountsResponse, _wp_identity_v1_ListStaffAccountsResponse__Output>
        Membership: MessageTypeDefinition<_wp_identity_v1_Membership, _wp_identity_v1_Membership__Output>
        RemoveStaffAccountRequest: MessageTypeDefinition<_wp_identity_v1_RemoveStaffAccountRequest, _wp_identity_v1_RemoveStaffAccountRequest__Output>
        RemoveStaffAccountResponse: MessageTypeDefinition<_wp_identity_v1_RemoveStaffAccountResponse, _wp_identity_v1_RemoveStaffAccountResponse__Output>
        Revocation: MessageTypeDefinition<_wp_identity_v1_Revocation, _wp_identity_v1_Revocation__Output>
        RevocationsSinceRequest: MessageTypeDefinition<_wp_identity_v1_RevocationsSinceRequest, _wp_identity_v1_RevocationsSinceRequest__Output>
        RevocationsSinceResponse: MessageTypeDefinition<_wp_identity_v1_RevocationsSinceResponse, _wp_identity_v1_RevocationsSinceResponse__Output>
        Role: MessageTypeDefinition<_wp_identity_v1_Role, _wp_identity_v1_Role__Output>
        SendMessageRequest: MessageTypeDefinition<_wp_identity_v1_SendMessageRequest, _wp_identity_v1_SendMessageRequest__Output>
        SendMessageResponse: MessageTypeDefinition<_wp_identity_v1_SendMessageResponse, _wp_identity_v1_SendMessageResponse__Output>
        StaffAccount: MessageTypeDefinition<_wp_identity_v1_StaffAccount, _wp_identity_v1_StaffAccount__Output>
        UpsertStaffAccountRequest: MessageTypeDefinition<_wp_identity_v1_UpsertStaffAccountRequest, _wp_identity_v1_UpsertStaffAccountRequest__Output>
        UpsertStaffAccountResponse: MessageTypeDefinition<_wp_identity_v1_UpsertStaffAccountResponse, _wp_identity_v1_UpsertStaffAccountResponse__Output>
        WorkingDay: MessageTypeDefinition<_wp_identity_v1_WorkingDay, _wp_identity_v1_WorkingDay__Output>
        WorkingHours: MessageTypeDefinition<_wp_identity_v1_WorkingHours, _wp_identity_v1_WorkingHours__Output>
        WorkingInterval: MessageTypeDefinition<_wp_identity_v1_WorkingInterval, _wp_identity_v1_WorkingInterval__Output>
        Workspace: MessageTypeDefinition<_wp_identity_v1_Workspace, _wp_identity_v1_Workspace__Output>
        WorkspaceSettings: MessageTypeDefinition<_wp_identity_v1_WorkspaceSettings, _wp_identity_v1_WorkspaceSettings__Output>
      }
    }
  }
}

