import type { Document } from 'mongodb'
import { Timestamp } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Family } from './case.ts'
import { byId, decimal, double, exact, fill, long, onPage, same, updates } from './case.ts'

export const updateFields: Family = {
  name: 'update operators: fields',
  cases: [
    ...onPage('reference/operator/update/set', [
      updates(
        'creates the documents of a path',
        { _id: 1 },
        { $set: { 'a.b.c': 1 } },
        { _id: 1, a: { b: { c: 1 } } },
      ),
      updates(
        'keeps the position of a field',
        { _id: 1, a: 1, b: 2 },
        { $set: { a: 9 } },
        { _id: 1, a: 9, b: 2 },
      ),
      updates(
        'adds fields in the order of their names',
        { _id: 1 },
        { $set: { c: 1, a: 2 } },
        { _id: 1, a: 2, c: 1 },
      ),
      updates(
        'changes the type of an equal number',
        { _id: 1, a: 5 },
        { $set: { a: long(5) } },
        { _id: 1, a: long(5) },
      ),
      updates(
        'pads an array with null up to the index',
        { _id: 1, a: [1] },
        { $set: { 'a.3': 9 } },
        { _id: 1, a: [1, null, null, 9] },
      ),
      updates(
        'treats a number as a field name when its parent is missing',
        { _id: 1 },
        { $set: { 'a.0': 1 } },
        { _id: 1, a: { 0: 1 } },
      ),
      updates(
        'replaces the element at an index',
        { _id: 1, a: [1, 2] },
        { $set: { 'a.1': { b: 1 } } },
        { _id: 1, a: [1, { b: 1 }] },
      ),
      updates(
        'follows a path through an index',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.1.b': 9 } },
        { _id: 1, a: [{ b: 1 }, { b: 9 }] },
      ),
      updates(
        'replaces a whole document instead of merging it',
        { _id: 1, a: { b: 1, c: 2 } },
        { $set: { a: { c: 3 } } },
        { _id: 1, a: { c: 3 } },
      ),
      updates('accepts the same _id', { _id: 1, a: 1 }, { $set: { _id: 1, a: 2 } }, { _id: 1, a: 2 }),
      updates('rejects another _id', { _id: 1 }, { $set: { _id: 2 } }, { code: 66 }),
      updates('rejects a path through a number', { _id: 1, a: 5 }, { $set: { 'a.b': 1 } }, { code: 28 }),
      updates('rejects a path through null', { _id: 1, a: null }, { $set: { 'a.b': 1 } }, { code: 28 }),
      updates('rejects a field name in an array', { _id: 1, a: [1] }, { $set: { 'a.b': 1 } }, { code: 28 }),
      updates('rejects an empty field name', { _id: 1 }, { $set: { '': 1 } }, { code: 56 }),
      updates('rejects an empty part of a path', { _id: 1 }, { $set: { 'a..b': 1 } }, { code: 56 }),
      updates('rejects an operand that is not a document', { _id: 1 }, { $set: 5 }, { code: 9 }),
    ]),
    ...onPage('reference/operator/update', [
      updates('rejects an unknown operator', { _id: 1 }, { $nope: { a: 1 } }, { code: 9 }),
      updates(
        'rejects two operators on one field',
        { _id: 1 },
        { $set: { a: 1 }, $inc: { a: 1 } },
        { code: 40 },
      ),
      updates(
        'rejects operators on a field and its subfield',
        { _id: 1 },
        { $set: { a: {} }, $inc: { 'a.b': 1 } },
        { code: 40 },
      ),
      updates(
        'rejects a path and its subpath in one operator',
        { _id: 1 },
        { $set: { a: 1, 'a.b': 1 } },
        { code: 40 },
      ),
      {
        name: 'counts an update without changes as matched, not modified',
        async run(place) {
          await fill(place, [{ _id: 1, a: 1 }])
          const { matchedCount, modifiedCount } = await place.coll.updateOne(byId(1), { $set: { a: 1 } })
          same({ matchedCount, modifiedCount }, { matchedCount: 1, modifiedCount: 0 })
        },
      },
      {
        name: 'changes and counts every match with updateMany',
        async run(place) {
          await fill(place, [
            { _id: 1, a: 1 },
            { _id: 2, a: 1, b: 1 },
            { _id: 3, a: 2 },
          ])
          const { matchedCount, modifiedCount } = await place.coll.updateMany({ a: 1 }, { $set: { b: 1 } })
          same({ matchedCount, modifiedCount }, { matchedCount: 2, modifiedCount: 1 })
          same(await place.coll.find({ b: 1 }, exact).sort({ _id: 1 }).toArray(), [
            { _id: 1, a: 1, b: 1 },
            { _id: 2, a: 1, b: 1 },
          ])
        },
      },
      {
        name: 'changes only one match with updateOne',
        async run(place) {
          await fill(place, [
            { _id: 1, a: 1 },
            { _id: 2, a: 1 },
          ])
          await place.coll.updateOne({ a: 1 }, { $set: { b: 1 } })
          same(await place.coll.countDocuments({ b: 1 }), 1)
        },
      },
    ]),
    ...onPage('reference/operator/update/unset', [
      updates(
        'removes a field for any operand',
        { _id: 1, a: 1, b: 2 },
        { $unset: { a: false } },
        { _id: 1, b: 2 },
      ),
      updates(
        'keeps the emptied document',
        { _id: 1, a: { b: 1 } },
        { $unset: { 'a.b': '' } },
        { _id: 1, a: {} },
      ),
      updates(
        'sets an array element to null',
        { _id: 1, a: [1, 2, 3] },
        { $unset: { 'a.1': '' } },
        { _id: 1, a: [1, null, 3] },
      ),
      updates('ignores a missing field', { _id: 1, a: 1 }, { $unset: { 'x.y': '' } }, { _id: 1, a: 1 }),
      updates(
        'ignores a path through a number',
        { _id: 1, a: 1 },
        { $unset: { 'a.b': '' } },
        { _id: 1, a: 1 },
      ),
      updates('rejects _id', { _id: 1 }, { $unset: { _id: '' } }, { code: 66 }),
    ]),
    ...onPage('reference/operator/update/inc', [
      updates('sets a missing field', { _id: 1 }, { $inc: { a: 5 } }, { _id: 1, a: 5 }),
      updates('accepts a negative number', { _id: 1, a: 5 }, { $inc: { a: -7 } }, { _id: 1, a: -2 }),
      updates(
        'returns a long when an int overflows',
        { _id: 1, a: 2147483647 },
        { $inc: { a: 1 } },
        { _id: 1, a: long(2147483648) },
      ),
      updates(
        'rejects an increment that overflows a long',
        { _id: 1, a: long('9223372036854775807') },
        { $inc: { a: 1 } },
        { code: 2 },
      ),
      updates(
        'returns a double for int and double',
        { _id: 1, a: 1 },
        { $inc: { a: double(1) } },
        { _id: 1, a: double(2) },
      ),
      updates(
        'returns a long for int and long',
        { _id: 1, a: 1 },
        { $inc: { a: long(1) } },
        { _id: 1, a: long(2) },
      ),
      updates(
        'adds decimals exactly',
        { _id: 1, a: decimal('1.10') },
        { $inc: { a: decimal('2.205') } },
        { _id: 1, a: decimal('3.305') },
      ),
      updates(
        'returns a decimal for int and decimal',
        { _id: 1, a: 1 },
        { $inc: { a: decimal('0.5') } },
        { _id: 1, a: decimal('1.5') },
      ),
      updates(
        'increments an element of an array',
        { _id: 1, a: [1, 2] },
        { $inc: { 'a.1': 1 } },
        { _id: 1, a: [1, 3] },
      ),
      updates('rejects a string field', { _id: 1, a: 'x' }, { $inc: { a: 1 } }, { code: 14 }),
      updates('rejects a null field', { _id: 1, a: null }, { $inc: { a: 1 } }, { code: 14 }),
      updates('rejects an amount that is not a number', { _id: 1, a: 1 }, { $inc: { a: '1' } }, { code: 14 }),
    ]),
    ...onPage('reference/operator/update/mul', [
      updates('multiplies a field', { _id: 1, a: 3 }, { $mul: { a: 4 } }, { _id: 1, a: 12 }),
      updates(
        "sets a missing field to zero of the factor's type",
        { _id: 1 },
        { $mul: { a: long(5) } },
        { _id: 1, a: long(0) },
      ),
      updates(
        'returns a long when an int overflows',
        { _id: 1, a: 2147483647 },
        { $mul: { a: 2 } },
        { _id: 1, a: long(4294967294) },
      ),
      updates(
        'multiplies decimals exactly',
        { _id: 1, a: decimal('10.99') },
        { $mul: { a: 3 } },
        { _id: 1, a: decimal('32.97') },
      ),
      updates(
        'returns a double for int and double',
        { _id: 1, a: 2 },
        { $mul: { a: 1.5 } },
        { _id: 1, a: double(3) },
      ),
      updates('rejects a string field', { _id: 1, a: 'x' }, { $mul: { a: 2 } }, { code: 14 }),
    ]),
    ...onPage('reference/operator/update/min', [
      updates('keeps the lower value', { _id: 1, a: 5 }, { $min: { a: 7 } }, { _id: 1, a: 5 }),
      updates('sets the lower value', { _id: 1, a: 5 }, { $min: { a: 3 } }, { _id: 1, a: 3 }),
      updates('sets a missing field', { _id: 1 }, { $min: { a: 3 } }, { _id: 1, a: 3 }),
      updates('orders a number below a string', { _id: 1, a: 'x' }, { $min: { a: 3 } }, { _id: 1, a: 3 }),
      updates('orders null below a number', { _id: 1, a: null }, { $min: { a: 3 } }, { _id: 1, a: null }),
    ]),
    ...onPage('reference/operator/update/max', [
      updates('sets the higher value', { _id: 1, a: 5 }, { $max: { a: 7 } }, { _id: 1, a: 7 }),
      updates(
        'keeps the type of an equal value',
        { _id: 1, a: 5 },
        { $max: { a: double(5) } },
        { _id: 1, a: 5 },
      ),
      updates(
        'orders a date above a string',
        { _id: 1, a: 'x' },
        { $max: { a: new Date(0) } },
        { _id: 1, a: new Date(0) },
      ),
      updates('orders any value above null', { _id: 1, a: null }, { $max: { a: -1 } }, { _id: 1, a: -1 }),
    ]),
    ...onPage('reference/operator/update/rename', [
      updates(
        'moves the field to the end',
        { _id: 1, a: 1, b: 2 },
        { $rename: { a: 'c' } },
        { _id: 1, b: 2, c: 1 },
      ),
      updates(
        'replaces an existing field with the new name',
        { _id: 1, a: 1, b: 2 },
        { $rename: { a: 'b' } },
        { _id: 1, b: 1 },
      ),
      updates('ignores a missing field', { _id: 1, b: 2 }, { $rename: { a: 'b' } }, { _id: 1, b: 2 }),
      updates(
        'moves a field between documents',
        { _id: 1, a: { x: 1, y: 2 } },
        { $rename: { 'a.x': 'b.z' } },
        { _id: 1, a: { y: 2 }, b: { z: 1 } },
      ),
      updates('rejects the same name', { _id: 1, a: 1 }, { $rename: { a: 'a' } }, { code: 2 }),
      updates('rejects a name that is not a string', { _id: 1, a: 1 }, { $rename: { a: 1 } }, { code: 2 }),
      updates(
        'rejects a field inside an array',
        { _id: 1, a: [{ b: 1 }] },
        { $rename: { 'a.0.b': 'c' } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/currentDate', [
      {
        name: 'sets the current date or timestamp',
        async run(place) {
          await fill(place, [{ _id: 1 }])
          await place.coll.updateOne(byId(1), {
            $currentDate: { a: true, b: { $type: 'timestamp' }, c: { $type: 'date' } },
          } as Document)
          const { a, b, c } = (await place.coll.findOne(byId(1)))!
          ok(a instanceof Date && c instanceof Date && b instanceof Timestamp)
          ok(Math.abs(a.getTime() - Date.now()) < 600_000)
          ok(Math.abs(b.t * 1000 - Date.now()) < 600_000)
        },
      },
      updates('rejects another type', { _id: 1 }, { $currentDate: { a: { $type: 'text' } } }, { code: 2 }),
    ]),
    ...onPage('reference/operator/update/bit', [
      updates('applies and', { _id: 1, a: 13 }, { $bit: { a: { and: 10 } } }, { _id: 1, a: 8 }),
      updates('applies or', { _id: 1, a: 3 }, { $bit: { a: { or: 5 } } }, { _id: 1, a: 7 }),
      updates('applies xor', { _id: 1, a: 1 }, { $bit: { a: { xor: 5 } } }, { _id: 1, a: 4 }),
      updates('keeps a long', { _id: 1, a: long(13) }, { $bit: { a: { and: 10 } } }, { _id: 1, a: long(8) }),
      updates('treats a missing field as zero', { _id: 1 }, { $bit: { a: { or: 5 } } }, { _id: 1, a: 5 }),
      updates('rejects a double', { _id: 1, a: 1.5 }, { $bit: { a: { or: 1 } } }, { code: 2 }),
      updates('rejects an unknown operation', { _id: 1, a: 1 }, { $bit: { a: { nand: 1 } } }, { code: 2 }),
    ]),
  ],
}
