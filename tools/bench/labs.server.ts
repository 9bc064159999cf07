import { addDays, newId } from '@wp/kernel'
import { labTestCollection } from '../../services/labs/src/lab-tests/lab-test.store.ts'
import { labs, labsCollections } from '../../services/labs/src/service.ts'
import { announce } from './measure.ts'
import { insertMany, startOwnService } from './parts/own-service.ts'

// Runs the labs service. The argument is the number of lab tests: 20 per day, the first 50 for the same client.
const size = Number(process.argv[2])
const { url, db } = await startOwnService(labs, labsCollections)
const glucose = {
  analysisId: newId(),
  testName: 'Glucose',
  reportName: 'Glucose',
  billName: 'Glucose',
  price: 12.5,
  unit: 'mg/dL',
  resultValueNumeric: 90,
  flag: 'normal' as const,
  flagReason: null,
  isCritical: false,
  notes: [],
  evaluation: null,
  amendments: [],
}
await insertMany(db.tenant(labTestCollection)(process.env['BENCH_WORKSPACE']!), size, (index) => ({
  number: index + 1,
  clientId: index < 50 ? 'a'.repeat(24) : newId(),
  clientName: 'Mona Said',
  clientDateOfBirth: '1990-05-20',
  clientGender: 'female' as const,
  testDate: addDays('2027-01-01', Math.floor(index / 20)),
  status: index % 2 === 0 ? ('completed' as const) : ('draft' as const),
  completedAt: null,
  items: [{ ...glucose, id: newId() }],
  coupon: null,
  currencyCode: 'USD',
  subtotalMinor: 1250,
  discountMinor: 0,
  totalMinor: 1250,
  invoice: null,
  incomeId: null,
  createdBy: newId(),
  invoiceStep: null,
  invoiceUntil: null,
  incomeStep: null,
  incomeUntil: null,
}))
await db.close()
announce(url)
