import { loadContract, type LoadedContract } from '#backend/contract/load.ts'
import {
  findActiveOptions,
  findPeriods,
  type ActiveOption,
  type PeriodRow,
} from '#backend/contract/options.ts'
import { findTerminals, imeiAad } from '#backend/contract/terminals.ts'
import { findOrdersOf } from '#backend/contract/orders.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { holidayCalendar } from '#backend/holidays.ts'
import { RefusalError } from '#backend/refusal.ts'
import { decideClaim, type ClaimFacts, type Damage } from '#domain/device/decide-claim.ts'
import { decideRegistration, isSameDevice } from '#domain/device/decide-registration.ts'
import { answerBy, exchangeOptionUntil, makersWarrantyUntil } from '#domain/device/periods.ts'
import { factOf } from '#domain/option/decide-option.ts'
import { toTokyoDate, tokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import { notYet, type ClaimBasis, type DamageCause } from '#vocabulary/device.ts'
import { deviceClaim, deviceRegister, type ClaimOrder } from '../procedure.ts'
import { findCovered, openImei, type CoveredRow } from '../rows.ts'

type TerminalRow = Awaited<ReturnType<typeof findTerminals>>[number]

/** A contract with its devices, as every answer and every decision about them reads it. */
export type KnownDevices = {
  readonly known: LoadedContract
  readonly options: readonly ActiveOption[]
  readonly periods: readonly PeriodRow[]
  readonly covered: readonly CoveredRow[]
  readonly bought: readonly TerminalRow[]
  readonly claims: readonly ClaimOrder[]
  readonly sealing: Sealing
}

export async function loadDevices(
  db: Db,
  sealing: Sealing,
  contractId: string,
  now: Instant,
  lock = false,
): Promise<KnownDevices> {
  const known = await loadContract(db, contractId, { lock })
  return {
    known,
    options: await findActiveOptions(db, known, now),
    periods: await findPeriods(db, contractId),
    covered: await findCovered(db, contractId),
    bought: await findTerminals(db, contractId),
    claims: (await findOrdersOf(db, contractId, deviceClaim.names)).map(deviceClaim.read),
    sealing,
  }
}

/** つながる端末保証 on the line: its state, or that there is none. */
export const coverOf = ({ options }: Pick<KnownDevices, 'options'>, lineId: string) =>
  factOf(options, { code: 'deviceCover', lineId })

/** The day the member received a device that was bought from us. */
const receivedOn = (row: TerminalRow) => tokyoDate(row.delivered_on ?? row.purchased_on)

/** The maker's warranty of a device bought from us. */
export const warrantyOf = (row: TerminalRow): TokyoDate =>
  row.warranty_until === null ? makersWarrantyUntil(receivedOn(row)) : tokyoDate(row.warranty_until)

/** The last day of the cover: moved or ended by the member, or by the end of the option. */
export function coveredUntil(
  { periods }: Pick<KnownDevices, 'periods'>,
  row: CoveredRow,
): TokyoDate | undefined {
  const ends = [row.covered_until, periodOf(periods, row)?.to_on ?? null].filter(
    (day) => day !== null,
  )
  const [first] = ends.toSorted()
  return first === undefined ? undefined : tokyoDate(first)
}

/** The option's period in which the device was registered. */
function periodOf(periods: readonly PeriodRow[], row: CoveredRow): PeriodRow | undefined {
  return periods.findLast(
    (one) =>
      one.option_code === 'deviceCover' &&
      one.line_id === row.line_id &&
      toTokyoDate(one.joined_at) <= row.covered_from,
  )
}

/** A device as claims are made for it: covered by the option, or bought from us. */
export type ClaimSubject = {
  readonly facts: ClaimFacts
  readonly deviceId: string
  readonly name: string
  readonly lineId: string | undefined
}

export const coveredSubject = (devices: KnownDevices, row: CoveredRow): ClaimSubject => {
  const period = periodOf(devices.periods, row)
  const own = openImei(devices.sealing, row)
  const boughtHere = devices.bought.find((one) =>
    isSameDevice(boughtImei(devices.sealing, one), own),
  )
  return {
    deviceId: row.device_id,
    name: row.name,
    lineId: row.line_id,
    facts: {
      basis: 'cover',
      coveredFrom: tokyoDate(row.covered_from),
      coveredUntil: coveredUntil(devices, row),
      joinedOn: period === undefined ? tokyoDate(row.covered_from) : toTokyoDate(period.joined_at),
      makersWarrantyUntil: boughtHere ? warrantyOf(boughtHere) : typedWarranty(row),
      // Claims are counted by line: the limit of a cover year includes those for earlier devices.
      claims: devices.claims
        .filter(({ line_id, details }) => details.basis === 'cover' && line_id === row.line_id)
        .map(toClaimFact),
    },
  }
}

export const boughtSubject = (devices: KnownDevices, row: TerminalRow): ClaimSubject => {
  const from = receivedOn(row)
  const { ends_on: contractEnds } = devices.known.contract
  const last = exchangeOptionUntil(from)
  return {
    deviceId: row.device_id,
    name: row.name,
    lineId: undefined,
    facts: {
      basis: 'exchangeOption',
      coveredFrom: from,
      coveredUntil: contractEnds !== null && contractEnds < last ? tokyoDate(contractEnds) : last,
      joinedOn: from,
      makersWarrantyUntil: warrantyOf(row),
      claims: devices.claims
        .filter(
          ({ details: { basis, deviceId } }) =>
            basis === 'exchangeOption' && deviceId === row.device_id,
        )
        .map(toClaimFact),
    },
  }
}

/** The number of a device that claims can be made for. */
export function imeiOf({ covered, bought, sealing }: KnownDevices, { deviceId }: ClaimSubject) {
  const row = covered.find(({ device_id }) => device_id === deviceId)
  if (row !== undefined) return openImei(sealing, row)
  const here = bought.find(({ device_id }) => device_id === deviceId)
  return here === undefined ? '' : boughtImei(sealing, here)
}

/** @throws RefusalError NOT_FOUND for a device of another member. */
export function subjectOf(
  devices: KnownDevices,
  { basis, deviceId }: { basis: ClaimBasis; deviceId: string },
): ClaimSubject {
  const covered = devices.covered.find(({ device_id }) => device_id === deviceId)
  if (basis === 'cover' && covered !== undefined) return coveredSubject(devices, covered)
  const bought = devices.bought.find(({ device_id }) => device_id === deviceId)
  if (basis === 'exchangeOption' && bought !== undefined) return boughtSubject(devices, bought)
  throw new RefusalError('NOT_FOUND')
}

/** As the member said, where the device was bought elsewhere. */
const typedWarranty = ({ purchased_on: on }: CoveredRow) =>
  on === null ? undefined : makersWarrantyUntil(tokyoDate(on))

export const boughtImei = (sealing: Sealing, row: TerminalRow) =>
  sealing.open(imeiAad(row.device_id), row.imei_sealed)

const toClaimFact = ({ order_no: orderNo, state, closed_at, requested_at }: ClaimOrder) => ({
  orderNo,
  state,
  isOpen: closed_at === null,
  receivedOn: toTokyoDate(requested_at),
})

/** Whether a device may be registered for the line, or its cover moved. */
export const mayRegister = (devices: KnownDevices, lineId: string, now: Instant) =>
  decideRegistration(
    {
      facts: devices.known.facts,
      cover: coverOf(devices, lineId)?.state ?? 'available',
      openOrderNo: devices.known.open.find(
        (order) => deviceRegister.owns(order) && order.line_id === lineId,
      )?.order_no,
    },
    lineId,
    now,
  )

/** As `decideClaim`; a day in the future is refused as a fault of the field. */
export function decideClaimRequest(
  { facts }: ClaimSubject,
  { cause, happenedOn }: { cause: DamageCause; happenedOn: string },
  now: Instant,
) {
  const damage: Damage = { cause, happenedOn: tokyoDate(happenedOn) }
  if (damage.happenedOn > toTokyoDate(now))
    throw new RefusalError({
      code: 'VALIDATION_FAILED',
      fields: { happenedOn: [notYet] },
    })
  return decideClaim(facts, damage, now)
}

/** The third working day, today included. */
export async function answerDay(now: Instant): Promise<TokyoDate> {
  return answerBy(toTokyoDate(now), await holidayCalendar())
}
