import { cardAad } from '#backend/billing/rows/cards.ts'
import { newId } from '#backend/db/ids.ts'
import { lineAad } from '#backend/contract/line-mapping.ts'
import type { LineKind, SimSize } from '#vocabulary/line.ts'
import type { ContractState } from '#domain/contract/contract-states.ts'
import type { LineState } from '#domain/line/line-states.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { setUpCarrierLine } from '#demo/seed/carrier-set-up.ts'
import type { Harness } from './harness.ts'

export type MemberShape = {
  loginId: string
  planCode?: number
  course?: 'single' | 'share'
  status?: ContractState
  startedOn?: string
  lines?: {
    kind?: LineKind
    simSize?: SimSize
    status?: LineState
    /** How its user behaves since `startedOn`. Without one the carrier counts the little that an idle line uses from now on. */
    profile?: string
    number?: string
  }[]
}

let serial = 10_000_000

/** A card on file that behaves as the processor's stand-in is asked to (docs/outside-systems.md 3). */
export async function putCard(
  { database, services, clock }: Harness,
  contractId: string,
  behaviour = 'ok',
) {
  const token = `tok_visa_4242_203012_${behaviour}_${contractId.replaceAll('_', '-')}`
  const card = {
    token_sealed: services.sealing.seal(cardAad(contractId), token),
    brand: 'Visa',
    last4: '4242',
    expires: '2030-12',
    updated_at: clock.now(),
  }
  await database.db
    .insertInto('payment_card')
    .values({ contract_id: contractId, ...card })
    .onConflict((conflict) => conflict.column('contract_id').doUpdateSet(card))
    .execute()
}

/** Makes a member with a contract and lines that the carrier knows too. */
export async function makeMember(harness: Harness, shape: MemberShape) {
  const { database, services, clock } = harness
  const browser = await harness.signIn(shape.loginId)
  const contractId = newId('ctr')
  const startedOn = tokyoDate(shape.startedOn ?? '2025-10-01')
  const startedAt = `${startedOn}T00:00:00+09:00`
  await database.db
    .insertInto('contract')
    .values({
      contract_id: contractId,
      account_id: browser.accountId,
      plan_code: shape.planCode ?? 13,
      course: shape.course ?? 'single',
      status: shape.status ?? 'active',
      applied_at: Temporal.Instant.from(startedAt).subtract({ hours: 72 }),
      started_on: startedOn,
      document_received_on: startedOn,
    })
    .execute()
  await putCard(harness, contractId)
  const lineIds: string[] = []
  for (const [index, line] of (shape.lines ?? [{}]).entries()) {
    const lineId = newId('line')
    const carrierRef = `ref-${lineId}`
    const number = line.number ?? `090${(serial += 1)}`
    const iccid = `8981100${String(serial).padStart(12, '0')}`
    const kind = line.kind ?? 'voice'
    const simSize = line.simSize ?? 'nano'
    await database.db
      .insertInto('line')
      .values({
        contract_id: contractId,
        line_id: lineId,
        carrier_ref: carrierRef,
        position: index + 1,
        kind,
        sim_size: simSize,
        number_sealed: services.sealing.seal(lineAad.number(lineId), number),
        number_index: services.sealing.index('number', number),
        iccid_sealed: services.sealing.seal(lineAad.iccid(lineId), iccid),
        status: line.status ?? 'active',
        activated_on: startedOn,
      })
      .execute()
    await setUpCarrierLine(services.config, carrierRef, {
      number,
      kind,
      simKind: simSize === 'esim' ? 'esim' : 'physical',
      simSize: simSize === 'esim' ? null : simSize,
      iccid,
      profile: line.profile ?? 'idle',
      // Thirteen months of traffic that nobody asks about are not made, imported and charged.
      startedAt: line.profile ? startedAt : clock.now().toString(),
    })
    lineIds.push(lineId)
  }
  return { ...browser, contractId, lineIds, now: clock.now() }
}

export const profile = {
  firstName: '花子',
  lastName: '髙橋',
  birthYear: '1990',
  birthMonth: '4',
  birthDay: '1',
  zipCode: '1000001',
  region: '東京都',
  locality: '千代田区千代田',
  street: '1-1',
  email: 'hanako@example.jp',
}

/** Gives the account the profile an identity check compares with; everything of it, unless less is wanted. */
export async function setProfile(harness: Harness, accountId: string, known: object = profile) {
  const { sealing } = harness.services
  const text = JSON.stringify({ email: 'x@example.jp', ...known })
  await harness.database.db
    .updateTable('account')
    .set({ profile_sealed: sealing.seal(`account.profile:${accountId}`, text) })
    .where('account_id', '=', accountId)
    .execute()
}
