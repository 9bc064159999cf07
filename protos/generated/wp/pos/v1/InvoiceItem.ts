// Original file: pos/v1/pos.proto


export interface InvoiceItem {
  'name'?: (string);
  'quantity'?: (number | string);
  'unitPrice'?: (number | string);
  'serviceId'?: (string);
  'productId'?: (string);
  '_serviceId'?: "serviceId";
  '_productId'?: "productId";
}

export interface InvoiceItem__Output {
  'name': (string);
  'quantity': (number);
  'unitPrice': (number);
  'serviceId'?: (string);
  'productId'?: (string);
}
