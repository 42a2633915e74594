import { imeiAad } from '#backend/contract/terminals.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import { makeClaim } from '#backend/device/commands/make-claim.ts'
import { deviceClaim, deviceRegister } from '#backend/device/procedure.ts'
import { cover } from '#backend/device/rows.ts'
import { claimTerms } from '#backend/device/terms.ts'
import { beginPeriod } from '#backend/option/rows.ts'
import { monthOf, startOfDay, toTokyoDate } from '#domain/tokyo.ts'
import type { DeviceClaimEvent } from '#domain/device/claim-states.ts'
import type { Services } from '#server/services.ts'
import type { SeedContract } from './life.ts'

const PRICE_YEN = 128_000

/** 小林's new phone, bought in 24 instalments and covered since service began; a claim of the second day is over. */
export async function seedKobayashiDevice(
  services: Services,
  tx: Db,
  { contractId, accountId, lines, startedOn, story }: SeedContract,
) {
  const { sealing } = services
  const lineId = lines[0]?.lineId ?? ''
  const { maker = '', name = '', imei = '' } = story.lines[0]?.device ?? {}
  const begun = startOfDay(startedOn).add({ hours: 10 })
  const bought = newId('dev')
  await insertRow(tx, 'terminal', {
    contract_id: contractId,
    device_id: bought,
    name: `${maker} ${name}`,
    imei_sealed: sealing.seal(imeiAad(bought), imei),
    purchased_on: startedOn,
    price_yen: PRICE_YEN,
    instalment_count: 24,
    first_instalment_month: monthOf(startedOn),
    warranty_until: null,
    notice: null,
  })
  const by = { actor: 'member', contractId, accountId, now: begun, traceKey: 'seed' } as const
  const deviceId = newId('dev')
  const termsVersion = claimTerms.cover.version
  const registration = await deviceRegister.open({
    procedure: 'deviceRegister',
    event: 'asked',
    lineId,
    details: { deviceId, maker, name, termsVersion },
  })(tx, by)
  await deviceRegister.advance(registration.order_no, {
    event: 'registered',
    effectiveOn: startedOn,
  })(tx, { ...by, actor: 'carrier' })
  const orderNo = registration.order_no
  await beginPeriod(tx, {
    code: 'deviceCover',
    lineId,
    contractId,
    orderNo,
    at: begun,
    termsVersion,
  })
  await cover(tx, sealing, {
    contract_id: contractId,
    device_id: deviceId,
    line_id: lineId,
    order_no: orderNo,
    maker,
    name,
    imei,
    purchased_on: startedOn,
    covered_from: startedOn,
  })
  const claimedAt = begun.add({ hours: 24 })
  const { order_no: claimNo } = await makeClaim(
    tx,
    services,
    { ...by, now: claimedAt, sessionHash: 'seed' },
    {
      deviceId,
      basis: 'cover',
      cause: 'damage',
      happenedOn: toTokyoDate(claimedAt),
      story: '机から落として、画面の右上が割れました。電源は入ります。',
      termsVersion,
    },
  )
  const steps: readonly DeviceClaimEvent[] = [
    'repair_approved',
    'device_arrived',
    'repair_shipped',
    'delivered',
  ]
  for (const [index, event] of steps.entries())
    await deviceClaim.advance(claimNo, {
      event,
      expectedOn: null,
      merge: { nextSteps: [], ...(index === 0 && { kind: 'repair' as const }) },
    })(tx, { actor: 'staff', contractId, now: claimedAt.add({ hours: 6 + index * 8 }) })
}
