import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CreateDraftInvoiceRequest as _wp_pos_v1_CreateDraftInvoiceRequest, CreateDraftInvoiceRequest__Output as _wp_pos_v1_CreateDraftInvoiceRequest__Output } from './wp/pos/v1/CreateDraftInvoiceRequest.ts';
import type { CreateDraftInvoiceResponse as _wp_pos_v1_CreateDraftInvoiceResponse, CreateDraftInvoiceResponse__Output as _wp_pos_v1_CreateDraftInvoiceResponse__Output } from './wp/pos/v1/CreateDraftInvoiceResponse.ts';
import type { Invoice as _wp_pos_v1_Invoice, Invoice__Output as _wp_pos_v1_Invoice__Output } from './wp/pos/v1/Invoice.ts';
import type { InvoiceDiscount as _wp_pos_v1_InvoiceDiscount, InvoiceDiscount__Output as _wp_pos_v1_InvoiceDiscount__Output } from './wp/pos/v1/InvoiceDiscount.ts';
import type { InvoiceItem as _wp_pos_v1_InvoiceItem, InvoiceItem__Output as _wp_pos_v1_InvoiceItem__Output } from './wp/pos/v1/InvoiceItem.ts';
import type { InvoiceReference as _wp_pos_v1_InvoiceReference, InvoiceReference__Output as _wp_pos_v1_InvoiceReference__Output } from './wp/pos/v1/InvoiceReference.ts';
import type { PosServiceClient as _wp_pos_v1_PosServiceClient, PosServiceDefinition as _wp_pos_v1_PosServiceDefinition } from './wp/pos/v1/PosService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    pos: {
      v1: {
        CreateDraftInvoiceRequest: MessageTypeDefinition<_wp_pos_v1_CreateDraftInvoiceRequest, _wp_pos_v1_CreateDraftInvoiceRequest__Output>
        CreateDraftInvoiceResponse: MessageTypeDefinition<_wp_pos_v1_CreateDraftInvoiceResponse, _wp_pos_v1_CreateDraftInvoiceResponse__Output>
        Invoice: MessageTypeDefinition<_wp_pos_v1_Invoice, _wp_pos_v1_Invoice__Output>
        InvoiceDiscount: MessageTypeDefinition<_wp_pos_v1_InvoiceDiscount, _wp_pos_v1_InvoiceDiscount__Output>
        InvoiceItem: MessageTypeDefinition<_wp_pos_v1_InvoiceItem, _wp_pos_v1_InvoiceItem__Output>
        InvoiceReference: MessageTypeDefinition<_wp_pos_v1_InvoiceReference, _wp_pos_v1_InvoiceReference__Output>
        PosService: SubtypeConstructor<typeof grpc.Client, _wp_pos_v1_PosServiceClient> & { service: _wp_pos_v1_PosServiceDefinition }
      }
    }
  }
}

