import { z } from 'zod'
import { fieldsAad, openFields } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import { newId } from '#backend/db/ids.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { insertRow, updateRows } from '#backend/db/rows.ts'
import type { OptionPlace } from '#domain/option/decide-option.ts'
import type { Instant, TokyoDate } from '#domain/tokyo.ts'

export const settingsAad = (contractId: string, { code, lineId }: OptionPlace) =>
  `option.settings:${contractId}:${code}:${lineId ?? ''}`
const settingsSchema = z.object({ forwardTo: z.string() })
type Settings = z.output<typeof settingsSchema>

/** What a member chose with an option: numbers of others, so sealed wherever it lies. */
export function sealSettings(
  sealing: Sealing,
  contractId: string,
  place: OptionPlace,
  settings: Settings,
): string {
  return sealing.seal(settingsAad(contractId, place), JSON.stringify(settings))
}

export function openSettings(
  sealing: Sealing,
  contractId: string,
  place: OptionPlace,
  sealed: string | null | undefined,
): Settings | undefined {
  if (sealed === null || sealed === undefined) return undefined
  return parseSettings(sealing.open(settingsAad(contractId, place), sealed))
}

export const parseSettings = (plain: string): Settings => settingsSchema.parse(JSON.parse(plain))

/** What the provider handed over, with the exchange it is sealed for. */
const activationSchema = z.object({ exchangeId: z.string(), sealed: z.string() })
type SealedActivation = z.output<typeof activationSchema>

/** The associated data of what is sealed in the stored text. */
export const activationAad = (stored: string) =>
  fieldsAad(activationSchema.parse(JSON.parse(stored)).exchangeId)

export function openActivation(sealing: Sealing, stored: string | null): Record<string, unknown> {
  if (stored === null) return {}
  const { exchangeId, sealed } = activationSchema.parse(JSON.parse(stored))
  return openFields(sealing, exchangeId, sealed)
}

/** Begins a period; an order begins only one. */
export async function beginPeriod(
  tx: Db,
  joined: OptionPlace & {
    contractId: string
    orderNo: string
    at: Instant
    termsVersion: string
    settings?: string | undefined
    activation?: SealedActivation | undefined
  },
) {
  await insertRow(tx, 'option_period', {
    contract_id: joined.contractId,
    period_id: newId('opt'),
    line_id: joined.lineId ?? null,
    option_code: joined.code,
    joined_at: joined.at,
    to_on: null,
    join_order_no: joined.orderNo,
    terms_version: joined.termsVersion,
    settings_sealed: joined.settings ?? null,
    activation_sealed: joined.activation === undefined ? null : JSON.stringify(joined.activation),
  })
}

/** Sets the last day of a period, or takes it away again. */
export async function setLastDay(
  tx: Db,
  { contractId, periodId }: { contractId: string; periodId: string },
  end: { lastDay: TokyoDate | null; leftAt?: Instant },
) {
  await updateRows(
    tx,
    'option_period',
    { contract_id: contractId, period_id: periodId },
    { to_on: end.lastDay, left_at: end.leftAt ?? null },
  )
}
