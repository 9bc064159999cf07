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
        'makes the documents of a path',
        { _id: 1 },
        { $set: { 'a.b.c': 1 } },
        { _id: 1, a: { b: { c: 1 } } },
      ),
      updates(
        'keeps the place of a field',
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
        'fills an array with null up to the index',
        { _id: 1, a: [1] },
        { $set: { 'a.3': 9 } },
        { _id: 1, a: [1, null, null, 9] },
      ),
      updates(
        'a number in a path that is missing is a name',
        { _id: 1 },
        { $set: { 'a.0': 1 } },
        { _id: 1, a: { 0: 1 } },
      ),
      updates(
        'an index replaces the element',
        { _id: 1, a: [1, 2] },
        { $set: { 'a.1': { b: 1 } } },
        { _id: 1, a: [1, { b: 1 }] },
      ),
      updates(
        'a path goes through an index',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.1.b': 9 } },
        { _id: 1, a: [{ b: 1 }, { b: 9 }] },
      ),
      updates(
        'replaces a whole document, it does not merge',
        { _id: 1, a: { b: 1, c: 2 } },
        { $set: { a: { c: 3 } } },
        { _id: 1, a: { c: 3 } },
      ),
      updates('the same _id is allowed', { _id: 1, a: 1 }, { $set: { _id: 1, a: 2 } }, { _id: 1, a: 2 }),
      updates('another _id is refused', { _id: 1 }, { $set: { _id: 2 } }, { code: 66 }),
      updates('a path through a number is refused', { _id: 1, a: 5 }, { $set: { 'a.b': 1 } }, { code: 28 }),
      updates('a path through null is refused', { _id: 1, a: null }, { $set: { 'a.b': 1 } }, { code: 28 }),
      updates('a name in an array is refused', { _id: 1, a: [1] }, { $set: { 'a.b': 1 } }, { code: 28 }),
      updates('an empty name is refused', { _id: 1 }, { $set: { '': 1 } }, { code: 56 }),
      updates('an empty part of a path is refused', { _id: 1 }, { $set: { 'a..b': 1 } }, { code: 56 }),
      updates('what is no document is refused', { _id: 1 }, { $set: 5 }, { code: 9 }),
    ]),
    ...onPage('reference/operator/update', [
      updates('an unknown operator is refused', { _id: 1 }, { $nope: { a: 1 } }, { code: 9 }),
      updates(
        'two operators on one field are refused',
        { _id: 1 },
        { $set: { a: 1 }, $inc: { a: 1 } },
        { code: 40 },
      ),
      updates(
        'operators on a field and on one inside it are refused',
        { _id: 1 },
        { $set: { a: {} }, $inc: { 'a.b': 1 } },
        { code: 40 },
      ),
      updates(
        'two paths of one operator in each other are refused',
        { _id: 1 },
        { $set: { a: 1, 'a.b': 1 } },
        { code: 40 },
      ),
      {
        name: 'an update that changes nothing is matched, not modified',
        async run(place) {
          await fill(place, [{ _id: 1, a: 1 }])
          const { matchedCount, modifiedCount } = await place.coll.updateOne(byId(1), { $set: { a: 1 } })
          same({ matchedCount, modifiedCount }, { matchedCount: 1, modifiedCount: 0 })
        },
      },
      {
        name: 'updateMany changes every match and counts them',
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
        name: 'updateOne changes one match only',
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
        'removes a field whatever the value says',
        { _id: 1, a: 1, b: 2 },
        { $unset: { a: false } },
        { _id: 1, b: 2 },
      ),
      updates(
        'leaves an empty document',
        { _id: 1, a: { b: 1 } },
        { $unset: { 'a.b': '' } },
        { _id: 1, a: {} },
      ),
      updates(
        'leaves null in an array',
        { _id: 1, a: [1, 2, 3] },
        { $unset: { 'a.1': '' } },
        { _id: 1, a: [1, null, 3] },
      ),
      updates(
        'does nothing for a missing field',
        { _id: 1, a: 1 },
        { $unset: { 'x.y': '' } },
        { _id: 1, a: 1 },
      ),
      updates('does nothing below a number', { _id: 1, a: 1 }, { $unset: { 'a.b': '' } }, { _id: 1, a: 1 }),
      updates('_id is refused', { _id: 1 }, { $unset: { _id: '' } }, { code: 66 }),
    ]),
    ...onPage('reference/operator/update/inc', [
      updates('sets a missing field', { _id: 1 }, { $inc: { a: 5 } }, { _id: 1, a: 5 }),
      updates('takes a negative number', { _id: 1, a: 5 }, { $inc: { a: -7 } }, { _id: 1, a: -2 }),
      updates(
        'an int that overflows becomes a long',
        { _id: 1, a: 2147483647 },
        { $inc: { a: 1 } },
        { _id: 1, a: long(2147483648) },
      ),
      updates(
        'a long that overflows is refused',
        { _id: 1, a: long('9223372036854775807') },
        { $inc: { a: 1 } },
        { code: 2 },
      ),
      updates(
        'int and double make a double',
        { _id: 1, a: 1 },
        { $inc: { a: double(1) } },
        { _id: 1, a: double(2) },
      ),
      updates('int and long make a long', { _id: 1, a: 1 }, { $inc: { a: long(1) } }, { _id: 1, a: long(2) }),
      updates(
        'decimals add exactly',
        { _id: 1, a: decimal('1.10') },
        { $inc: { a: decimal('2.205') } },
        { _id: 1, a: decimal('3.305') },
      ),
      updates(
        'int and decimal make a decimal',
        { _id: 1, a: 1 },
        { $inc: { a: decimal('0.5') } },
        { _id: 1, a: decimal('1.5') },
      ),
      updates('works inside arrays', { _id: 1, a: [1, 2] }, { $inc: { 'a.1': 1 } }, { _id: 1, a: [1, 3] }),
      updates('a text is refused', { _id: 1, a: 'x' }, { $inc: { a: 1 } }, { code: 14 }),
      updates('null is refused', { _id: 1, a: null }, { $inc: { a: 1 } }, { code: 14 }),
      updates('an amount that is no number is refused', { _id: 1, a: 1 }, { $inc: { a: '1' } }, { code: 14 }),
    ]),
    ...onPage('reference/operator/update/mul', [
      updates('multiplies', { _id: 1, a: 3 }, { $mul: { a: 4 } }, { _id: 1, a: 12 }),
      updates(
        'a missing field becomes zero of the factor’s type',
        { _id: 1 },
        { $mul: { a: long(5) } },
        { _id: 1, a: long(0) },
      ),
      updates(
        'an int that overflows becomes a long',
        { _id: 1, a: 2147483647 },
        { $mul: { a: 2 } },
        { _id: 1, a: long(4294967294) },
      ),
      updates(
        'decimals multiply exactly',
        { _id: 1, a: decimal('10.99') },
        { $mul: { a: 3 } },
        { _id: 1, a: decimal('32.97') },
      ),
      updates(
        'int and double make a double',
        { _id: 1, a: 2 },
        { $mul: { a: 1.5 } },
        { _id: 1, a: double(3) },
      ),
      updates('a text is refused', { _id: 1, a: 'x' }, { $mul: { a: 2 } }, { code: 14 }),
    ]),
    ...onPage('reference/operator/update/min', [
      updates('keeps the lower value', { _id: 1, a: 5 }, { $min: { a: 7 } }, { _id: 1, a: 5 }),
      updates('takes the lower value', { _id: 1, a: 5 }, { $min: { a: 3 } }, { _id: 1, a: 3 }),
      updates('sets a missing field', { _id: 1 }, { $min: { a: 3 } }, { _id: 1, a: 3 }),
      updates('a number is below a text', { _id: 1, a: 'x' }, { $min: { a: 3 } }, { _id: 1, a: 3 }),
      updates('null is below a number', { _id: 1, a: null }, { $min: { a: 3 } }, { _id: 1, a: null }),
    ]),
    ...onPage('reference/operator/update/max', [
      updates('takes the higher value', { _id: 1, a: 5 }, { $max: { a: 7 } }, { _id: 1, a: 7 }),
      updates(
        'keeps the type of an equal value',
        { _id: 1, a: 5 },
        { $max: { a: double(5) } },
        { _id: 1, a: 5 },
      ),
      updates(
        'a date is above a text',
        { _id: 1, a: 'x' },
        { $max: { a: new Date(0) } },
        { _id: 1, a: new Date(0) },
      ),
      updates('any value is above null', { _id: 1, a: null }, { $max: { a: -1 } }, { _id: 1, a: -1 }),
    ]),
    ...onPage('reference/operator/update/rename', [
      updates(
        'moves the field to the end',
        { _id: 1, a: 1, b: 2 },
        { $rename: { a: 'c' } },
        { _id: 1, b: 2, c: 1 },
      ),
      updates(
        'replaces a field of the new name',
        { _id: 1, a: 1, b: 2 },
        { $rename: { a: 'b' } },
        { _id: 1, b: 1 },
      ),
      updates(
        'does nothing for a missing field',
        { _id: 1, b: 2 },
        { $rename: { a: 'b' } },
        { _id: 1, b: 2 },
      ),
      updates(
        'moves between documents',
        { _id: 1, a: { x: 1, y: 2 } },
        { $rename: { 'a.x': 'b.z' } },
        { _id: 1, a: { y: 2 }, b: { z: 1 } },
      ),
      updates('the same name is refused', { _id: 1, a: 1 }, { $rename: { a: 'a' } }, { code: 2 }),
      updates('a name that is no text is refused', { _id: 1, a: 1 }, { $rename: { a: 1 } }, { code: 2 }),
      updates(
        'a field inside an array is refused',
        { _id: 1, a: [{ b: 1 }] },
        { $rename: { 'a.0.b': 'c' } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/currentDate', [
      {
        name: 'sets a date or a timestamp of now',
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
      updates('another type is refused', { _id: 1 }, { $currentDate: { a: { $type: 'text' } } }, { code: 2 }),
    ]),
    ...onPage('reference/operator/update/bit', [
      updates('and', { _id: 1, a: 13 }, { $bit: { a: { and: 10 } } }, { _id: 1, a: 8 }),
      updates('or', { _id: 1, a: 3 }, { $bit: { a: { or: 5 } } }, { _id: 1, a: 7 }),
      updates('xor', { _id: 1, a: 1 }, { $bit: { a: { xor: 5 } } }, { _id: 1, a: 4 }),
      updates(
        'a long stays a long',
        { _id: 1, a: long(13) },
        { $bit: { a: { and: 10 } } },
        { _id: 1, a: long(8) },
      ),
      updates('a missing field counts as zero', { _id: 1 }, { $bit: { a: { or: 5 } } }, { _id: 1, a: 5 }),
      updates('a double is refused', { _id: 1, a: 1.5 }, { $bit: { a: { or: 1 } } }, { code: 2 }),
      updates('an unknown operation is refused', { _id: 1, a: 1 }, { $bit: { a: { nand: 1 } } }, { code: 2 }),
    ]),
  ],
}
