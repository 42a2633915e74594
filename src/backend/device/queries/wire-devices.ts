import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { maskImei } from '#backend/contract/terminals.ts'
import { findTerminals } from '#backend/catalogue/public.ts'
import { servedLines } from '#backend/contract/monthly-use.ts'
import { deviceClaimStates, takesPhotographs } from '#domain/device/claim-states.ts'
import { coverYearOf } from '#domain/device/periods.ts'
import { claimsLeft, decideClaimable } from '#domain/device/decide-claim.ts'
import { options } from '#domain/catalogue/option.ts'
import { taxIncluded, type PriceBook } from '#domain/catalogue/price-book.ts'
import { yen } from '#domain/money.ts'
import { decideJoin } from '#domain/option/decide-option.ts'
import { optionStates } from '#domain/option/option-states.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { claimBasisLabels, claimRefusalReasons, damageCauseLabels } from '#vocabulary/device.ts'
import { claimPhotograph } from '#vocabulary/pages.ts'
import {
  boughtImei,
  boughtSubject,
  coveredSubject,
  coveredUntil,
  coverOf,
  type ClaimSubject,
  type KnownDevices,
  mayRegister,
} from './devices.ts'
import type { SeenDevice } from './seen-device.ts'
import { deviceRegister, type ClaimOrder } from '../procedure.ts'
import { openImei, storyAad, type CoveredRow, type PhotographRow } from '../rows.ts'
import { claimTerms } from '../terms.ts'

/** Lines with what the carrier sees their SIMs in: undefined where it gave no answer. */
export type SeenLines = ReadonlyMap<string, SeenDevice | 'none' | undefined>

export function toMenu(devices: KnownDevices, seen: SeenLines, book: PriceBook, now: Instant) {
  const { known, options: activeOptions, sealing } = devices
  const today = toTokyoDate(now)
  const rate = book.rateOn(options.deviceCover.priceKey, today)
  return {
    lines: servedLines(known.lines).map((line) => {
      const { line_id: lineId } = line
      const covered = currentOf(devices, lineId)
      const found = seen.get(lineId)
      return {
        line: toLineName(line, sealing),
        state: coverOf(devices, lineId)?.state ?? ('available' as const),
        join: toWireWhy(
          'optionJoin',
          decideJoin(
            { code: 'deviceCover', lineId },
            { facts: known.facts, active: activeOptions },
            now,
          ),
        ),
        move: toWireWhy('deviceRegister', mayRegister(devices, lineId, now)),
        monthlyYen: taxIncluded(book, yen((rate?.tenthsYen ?? 0) / 10), today),
        ...(found !== undefined &&
          found !== 'none' && {
            seen: { maker: found.maker, name: found.name, imeiMasked: maskImei(found.imei) },
          }),
        seenUnknown: found === undefined,
        ...(covered && { covered: toNamed(devices, covered) }),
      }
    }),
    makers: findTerminals({ limit: 1 }).makers,
    terms: claimTerms.cover,
    asOf: formatRfc3339(now),
  }
}

const currentOf = ({ covered }: KnownDevices, lineId: string) =>
  covered.find((one) => one.line_id === lineId && one.covered_until === null)

const toNamed = ({ sealing }: KnownDevices, row: CoveredRow) => ({
  deviceId: row.device_id,
  maker: row.maker,
  name: row.name,
  imeiMasked: maskImei(openImei(sealing, row)),
})

export function toList(devices: KnownDevices, photographs: readonly PhotographRow[], now: Instant) {
  const { known, sealing, covered, bought } = devices
  const claimsOf = (subject: ClaimSubject) =>
    devices.claims
      .filter(
        ({ details: { deviceId, basis } }) =>
          deviceId === subject.deviceId && basis === subject.facts.basis,
      )
      .map((claim) => toClaim(devices, claim, photographs))
  return {
    devices: covered.map((row) => {
      const subject = coveredSubject(devices, row)
      const until = coveredUntil(devices, row)
      const state = stateOf(devices, row, now)
      return {
        ...toNamed(devices, row),
        line: toLineName(lineOf(known, row.line_id), sealing),
        state,
        stateLabel: optionStates.words(state).label,
        coveredFrom: row.covered_from,
        ...(until && { coveredUntil: until }),
        warrantyUntil: subject.facts.makersWarrantyUntil,
        claimable: toClaimable(subject, now),
        claims: claimsOf(subject),
      }
    }),
    bought: bought.map((row) => {
      const subject = boughtSubject(devices, row)
      return {
        deviceId: row.device_id,
        name: row.name,
        imeiMasked: maskImei(boughtImei(sealing, row)),
        claimable: toClaimable(subject, now),
        claims: claimsOf(subject),
      }
    }),
    registering: known.open.filter(deviceRegister.owns).flatMap((row) => {
      const order = deviceRegister.read(row)
      const { label, sentence } =
        deviceRegister.pending(order) ?? deviceRegister.words(order, order.state)
      return order.line_id === null
        ? []
        : [
            {
              orderNo: order.order_no,
              line: toLineName(lineOf(known, order.line_id), sealing),
              stateLabel: label,
              message: sentence,
            },
          ]
    }),
    asOf: formatRfc3339(now),
  }
}

/** The option's state while it covers the device; afterwards `ended`. */
function stateOf(devices: KnownDevices, row: CoveredRow, now: Instant) {
  const until = coveredUntil(devices, row)
  if (row.covered_until !== null || (until !== undefined && until < toTokyoDate(now)))
    return 'ended' as const
  return coverOf(devices, row.line_id)?.state ?? 'ended'
}

function toClaimable({ facts }: ClaimSubject, now: Instant) {
  const { basis, coveredFrom, coveredUntil: until, joinedOn } = facts
  const today = toTokyoDate(now)
  const year = coverYearOf(joinedOn, today)
  return {
    basis,
    basisLabel: claimBasisLabels[basis],
    claim: toWireWhy('deviceClaim', decideClaimable(facts, now)),
    claimsLeft: claimsLeft(facts, today),
    ...(basis === 'cover'
      ? { countedFrom: year.from, countedUntil: year.until }
      : { countedFrom: coveredFrom, countedUntil: until ?? coveredFrom }),
  }
}

function toClaim(
  { sealing }: KnownDevices,
  claim: ClaimOrder,
  photographs: readonly PhotographRow[],
) {
  const { details, state } = claim
  const { basis, cause, reason, kind, trackingNo } = details
  const { label, sentence } = deviceClaimStates.words(state)
  return {
    orderNo: claim.order_no,
    deviceId: details.deviceId,
    basis,
    basisLabel: claimBasisLabels[basis],
    cause,
    causeLabel: damageCauseLabels[cause],
    happenedOn: details.happenedOn,
    story: sealing.open(storyAad(details.claimId), details.storySealed),
    ...(kind && { kind }),
    state,
    stateLabel: label,
    message: sentence,
    final: claim.closed_at !== null,
    receivedOn: toTokyoDate(claim.requested_at),
    feeYen: details.feeYen,
    ...(reason && { reason: claimRefusalReasons[reason] }),
    ...(trackingNo && { trackingNo }),
    photographs: photographs
      .filter(({ order_no }) => order_no === claim.order_no)
      .map(({ photograph_id: id, taken_in_at: at }) => ({
        photographId: id,
        path: claimPhotograph(id, 'whole'),
        smallPath: claimPhotograph(id, 'small'),
        takenInAt: formatRfc3339(at),
      })),
    canAddPhotographs: takesPhotographs(state),
    canWithdraw: deviceClaimStates.can(state, 'withdrawn', 'member'),
  }
}
