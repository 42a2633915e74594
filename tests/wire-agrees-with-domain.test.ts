import { expect, test } from 'vitest'
import { z } from 'zod'
import { profileEditStates } from '#domain/account/profile-edit-states.ts'
import { billStates } from '#domain/billing/bill-states.ts'
import { chargeKinds } from '#domain/billing/charge.ts'
import { optionCodes } from '#domain/catalogue/option.ts'
import { lineKinds } from '#domain/catalogue/plan.ts'
import { priceUnits, taxBases } from '#domain/catalogue/price.ts'
import { topUpCodes } from '#domain/catalogue/top-up.ts'
import { cancellationStates } from '#domain/contract/cancellation-states.ts'
import { contractStates, suspensionReasons } from '#domain/contract/contract-states.ts'
import { initialCancellationStates } from '#domain/contract/initial-cancellation-states.ts'
import { paperStates } from '#domain/contract/paper-states.ts'
import { queueStates } from '#domain/contract/queue-states.ts'
import { bucketKinds } from '#domain/data/bucket.ts'
import { identityStates } from '#domain/identity/identity-states.ts'
import { lineStates } from '#domain/line/line-states.ts'
import { optionStates } from '#domain/option/option-states.ts'
import { partnerLinkStates } from '#domain/partner/link-states.ts'
import { operations } from '#domain/policy/operation.ts'
import { portOutStates } from '#domain/port-out/port-out-states.ts'
import { createOpenApiDocument } from '#protocol/openapi.ts'
import { api } from '#protocol/index.ts'

/** The words of the wire are read from its document, as a client would. */
const schemas: Readonly<Record<string, unknown>> = createOpenApiDocument(api).components.schemas

const enumOf = z.object({ enum: z.array(z.string()) })
const fieldOf = (field: string) => z.object({ properties: z.object({ [field]: enumOf }) })

function wordsOf(schema: string, field?: string): readonly string[] {
  if (field === undefined) return enumOf.parse(schemas[schema]).enum.toSorted()
  return (fieldOf(field).parse(schemas[schema]).properties[field]?.enum ?? []).toSorted()
}

/** "None" is the absence of the thing on the wire where the thing itself may be absent. */
const without = (words: readonly string[], ...left: readonly string[]) =>
  words.filter((word) => !left.includes(word))

test.each<[string, readonly string[], readonly string[]]>([
  ['operations', wordsOf('Operation'), operations],
  ['kinds of SIM', wordsOf('SimKind'), lineKinds],
  ['kinds of charge', wordsOf('ChargeKind'), chargeKinds],
  ['tax bases', wordsOf('TaxBasis'), taxBases],
  ['price units', wordsOf('PriceUnit'), priceUnits],
  ['options', wordsOf('OptionCode'), optionCodes],
  ['top-up packs', wordsOf('TopUpPackId'), topUpCodes],
  ['kinds of bucket', wordsOf('BucketKind'), bucketKinds],
  ['reasons of a suspension', wordsOf('SuspensionReason'), suspensionReasons],
  ['contract', wordsOf('ContractStatus'), contractStates.states],
  ['line', wordsOf('LineStatus'), lineStates.states],
  ['option', wordsOf('OptionState'), optionStates.states],
  ['bill', wordsOf('BillState'), billStates.states],
  ['paper copy', wordsOf('PaperState'), paperStates.states],
  ['identity check', wordsOf('IdentityCheck', 'state'), identityStates.states],
  [
    'cancellation',
    wordsOf('CancellationBooking', 'state'),
    without(cancellationStates.states, 'none'),
  ],
  ['initial cancellation', wordsOf('InitialCancel', 'state'), initialCancellationStates.states],
  ['port-out', wordsOf('PortOutRequest', 'state'), without(portOutStates.states, 'none')],
  ['queue', wordsOf('QueuedProcedure', 'state'), queueStates.states],
  ['partner link', wordsOf('PartnerLink', 'status'), partnerLinkStates.states],
  ['profile edit', wordsOf('ProfileEdit', 'state'), profileEditStates.states],
])('the wire and the domain have the same words: %s', (_, wire, domain) => {
  expect(wire).toEqual([...domain].toSorted())
})
