import { z } from 'zod'
import { identityDocuments } from '#vocabulary/identity.ts'
import { namesOf } from '#vocabulary/state-words.ts'
import type { OutsideSystem } from './operation.ts'
import { orderId, instant, reported } from './words.ts'

export const readingState = z.enum([
  'waiting',
  'reading',
  'matched',
  'mismatch',
  'unreadable',
  'expired',
])
export const readingMethod = z.enum(['certificate', 'chip-and-face', 'ic-chip'])
export const documentKind = z.enum(namesOf(identityDocuments))

/** Nothing else is said of the person: there is no field for the My Number. */
export const sessionRequest = z.strictObject({
  orderId,
  returnUrl: z.url(),
  expected: z.strictObject({
    name: z.string().min(1).max(100),
    birth: z.iso.date(),
    address: z.string().min(1).max(300),
  }),
})

export const sessionBegun = z.object({
  sessionId: z.string().min(1).max(200),
  orderId: z.string(),
  url: z.url(),
  state: z.literal('waiting'),
  expiresAt: instant,
})

const reading = {
  sessionId: z.string().min(1).max(200),
  orderId: z.string(),
  state: readingState,
  verifiedOn: z.iso.date().nullable(),
  failure: z.array(z.string().max(200)).nullable(),
  method: readingMethod.nullable().meta({ description: 'Null before a document was read' }),
  document: z
    .object({ kind: documentKind, reference: z.string().max(100).nullable() })
    .nullable()
    .meta({ description: 'The one that was read, also where it did not match' }),
}

export const identityReader = {
  name: 'identity',
  title: 'Identity reader',
  description: 'Compares the IC chip of a document with what is expected of a person.',
  operations: {
    begin: {
      method: 'POST',
      path: '/sessions',
      summary: 'Begins a reading',
      isSecret: true,
      body: sessionRequest,
      answers: { 201: { schema: sessionBegun } },
      refusals: { 400: ['MALFORMED'], 409: ['ORDER_ID_REUSED'], 422: ['RETURN_URL_REFUSED'] },
    },
    find: {
      method: 'GET',
      path: '/sessions/{sessionId}',
      summary: 'What came of a reading so far',
      isSecret: true,
      parameters: z.object({ sessionId: z.string() }),
      answers: { 200: { schema: z.object(reading) } },
      refusals: { 404: ['SESSION_UNKNOWN'] },
    },
  },
  reports: {
    reading: {
      summary: 'At every final state',
      body: z.object({ ...reported, type: z.literal('identity'), ...reading }),
    },
  },
} as const satisfies OutsideSystem
