import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { CreateIncomeRequest as _wp_finance_v1_CreateIncomeRequest, CreateIncomeRequest__Output as _wp_finance_v1_CreateIncomeRequest__Output } from './wp/finance/v1/CreateIncomeRequest.ts';
import type { CreateIncomeResponse as _wp_finance_v1_CreateIncomeResponse, CreateIncomeResponse__Output as _wp_finance_v1_CreateIncomeResponse__Output } from './wp/finance/v1/CreateIncomeResponse.ts';
import type { FinanceServiceClient as _wp_finance_v1_FinanceServiceClient, FinanceServiceDefinition as _wp_finance_v1_FinanceServiceDefinition } from './wp/finance/v1/FinanceService.ts';
import type { Income as _wp_finance_v1_Income, Income__Output as _wp_finance_v1_Income__Output } from './wp/finance/v1/Income.ts';
import type { IncomeReference as _wp_finance_v1_IncomeReference, IncomeReference__Output as _wp_finance_v1_IncomeReference__Output } from './wp/finance/v1/IncomeReference.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    finance: {
      v1: {
        CreateIncomeRequest: MessageTypeDefinition<_wp_finance_v1_CreateIncomeRequest, _wp_finance_v1_CreateIncomeRequest__Output>
        CreateIncomeResponse: MessageTypeDefinition<_wp_finance_v1_CreateIncomeResponse, _wp_finance_v1_CreateIncomeResponse__Output>
        FinanceService: SubtypeConstructor<typeof grpc.Client, _wp_finance_v1_FinanceServiceClient> & { service: _wp_finance_v1_FinanceServiceDefinition }
        Income: MessageTypeDefinition<_wp_finance_v1_Income, _wp_finance_v1_Income__Output>
        IncomeReference: MessageTypeDefinition<_wp_finance_v1_IncomeReference, _wp_finance_v1_IncomeReference__Output>
      }
    }
  }
}

