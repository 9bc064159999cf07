import { type Doc, Double, Int32, type Value } from './bson/values.ts'

/** MongoDB's error codes by name. */
const ERROR_CODES = {
  InternalError: 1,
  BadValue: 2,
  NoSuchKey: 4,
  GraphContainsCycle: 5,
  HostUnreachable: 6,
  UnknownError: 8,
  FailedToParse: 9,
  CannotMutateObject: 10,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  InvalidLength: 16,
  ProtocolError: 17,
  AuthenticationFailed: 18,
  CannotCreateIndex: 67,
  IllegalOperation: 20,
  EmptyArrayOperation: 21,
  InvalidBSON: 22,
  LockTimeout: 24,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  InvalidDBRef: 55,
  EmptyFieldName: 56,
  DottedFieldName: 57,
  CommandNotFound: 59,
  WriteConcernFailed: 64,
  ImmutableField: 66,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  OperationFailed: 96,
  DocumentValidationFailure: 121,
  WriteConflict: 112,
  CommandNotSupported: 115,
  CommandNotSupportedOnView: 166,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  InvalidIndexSpecificationOption: 197,
  TransactionTooOld: 225,
  ConversionFailure: 241,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  TransactionTooLarge: 257,
  OperationNotSupportedInTransaction: 263,
  TooManyMatchingDocuments: 281,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  NotWritablePrimary: 10107,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  UnknownReplWriteConcern: 79,
  InvalidUUID: 207,
  UnsatisfiableWriteConcern: 100,
  ConflictingOperationInProgress: 117,
  IncompleteTransactionHistory: 217,
  CursorInUse: 12051,
  OutOfDiskSpace: 14031,
  InterruptedAtShutdown: 11600,
  Interrupted: 11601,
} as const

type ErrorName = keyof typeof ERROR_CODES

/** An error as MongoDB reports it. `extra` is merged into the reply (keyPattern, keyValue …). */
export class MongoError extends Error {
  override readonly name = 'MongoError'
  readonly code: number
  readonly codeName: string
  readonly labels: string[]
  readonly extra: Doc

  /** `name` is a name from the table, or a number for a code without a name (`Location<code>`). */
  constructor(name: ErrorName | number, message: string, extra: Doc = new Map(), labels: string[] = []) {
    super(message)
    this.code = typeof name === 'number' ? name : ERROR_CODES[name]
    this.codeName = typeof name === 'number' ? `Location${name}` : name
    this.extra = extra
    this.labels = labels
  }

  /** Returns the reply to a failed command. */
  toReply(): Doc {
    const reply = new Map<string, Value>([
      ['ok', new Double(0)],
      ['errmsg', this.message],
      ['code', new Int32(this.code)],
      ['codeName', this.codeName],
      ...this.extra,
    ])
    if (this.labels.length > 0) reply.set('errorLabels', this.labels)
    return reply
  }
}

/** Throws a MongoError with this name or code. */
export function fail(name: ErrorName | number, message: string, extra?: Doc): never {
  throw new MongoError(name, message, extra)
}

/** Throws an error that names the unsupported feature, instead of returning a wrong or empty result. */
export function unsupported(what: string): never {
  throw new MongoError('CommandNotSupported', `${what} is not supported by the embedded database`)
}
