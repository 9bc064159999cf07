import { type Doc, Int32, type Value } from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import { compileMatch } from '../query/match.ts'
import { compileProjection } from '../query/project.ts'
import { compileSort } from '../fields/sort.ts'
import { type Reply, reply } from '../wire/message.ts'
import {
  type Command,
  type Context,
  docField,
  filterField,
  flagField,
  letField,
  rejectOptions,
  targetName,
} from './context.ts'
import type { ChangeStatement } from './statements.ts'
import { runStatements } from './write-runner.ts'
import { updateStatement, writeTarget } from './writes.ts'

async function findAndModify(context: Context): Promise<Reply> {
  const { body } = context
  rejectOptions(body)
  const filter = filterField(body, 'query')
  const isRemove = flagField(body, 'remove')
  const update = body.get('update')
  const isNew = flagField(body, 'new')
  const isUpsert = flagField(body, 'upsert')
  const sort = docField(body, 'sort')
  if (isRemove === (update !== undefined)) {
    fail(
      'FailedToParse',
      isRemove
        ? 'Cannot specify both an update and remove=true'
        : 'Either an update or remove=true must be specified',
    )
  }
  if (isRemove && isUpsert) fail('FailedToParse', 'Cannot specify both upsert=true and remove=true')
  if (isRemove && isNew)
    fail(
      'FailedToParse',
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    )
  if (sort !== undefined) compileSort(sort)
  const matcher = compileMatch(filter, { vars: letField(body, context.now) })
  const fields = docField(body, 'fields')
  const project =
    fields === undefined || fields.size === 0 ? (doc: Doc): Doc => doc : compileProjection(fields, matcher)
  const existing = context.engine.catalogue.find(context.db, targetName(context))
  if (existing === undefined && !isUpsert) return answer(isRemove, { matched: 0, modified: 0 }, null)
  const collection = existing ?? (await writeTarget(context))
  const statement: ChangeStatement = isRemove
    ? {
        kind: 'change',
        query: { collection, filter, matcher, sort, hint: body.get('hint') },
        isMulti: false,
        change: () => undefined,
        alwaysModifies: false,
        upsert: undefined,
      }
    : updateStatement(context, collection, {
        filter,
        update: update!,
        arrayFilters: body.get('arrayFilters'),
        isMulti: false,
        isUpsert,
        hint: body.get('hint'),
        sort,
      })
  const [result] = await runStatements(context, collection, [statement], true)
  if (result === undefined || result instanceof MongoError)
    throw result ?? new Error('The statement did not run')
  const shown = isNew ? result.after : result.before
  return answer(isRemove, result, shown === undefined ? null : project(shown))
}

function answer(
  isRemove: boolean,
  result: { matched: number; modified: number; upsertedId?: Value },
  value: Value,
): Reply {
  const isUpserted = result.upsertedId !== undefined
  const last = reply(['n', new Int32(result.matched + (isUpserted ? 1 : 0))])
  if (!isRemove) last.set('updatedExisting', result.matched > 0)
  if (result.upsertedId !== undefined) last.set('upserted', result.upsertedId)
  return reply(['lastErrorObject', last], ['value', value])
}

const COMMAND: Command = {
  fields: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'arrayFilters',
    'hint',
    'collation',
    'let',
    'bypassDocumentValidation',
  ],
  inTransaction: true,
  needsSpace: true,
  run: findAndModify,
}

export const FIND_AND_MODIFY_COMMANDS: Record<string, Command> = {
  findAndModify: COMMAND,
  findandmodify: COMMAND,
}
