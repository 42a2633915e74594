import type { AreaDeps } from '#backend/area.ts'
import type { Member } from '#backend/caller.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { type LoadedContract, loadContract } from '#backend/contract/load.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import { readPool, transfersOf } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { readRelatives, type Relative } from '#backend/family/public.ts'
import { toWireRefusal } from '#backend/refusal.ts'
import { bytes, leastBytes, noBytes } from '#domain/bytes.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { decideGiving, decideTaking } from '#domain/gift/decide-gift.ts'
import { giftStates } from '#domain/gift/gift-states.ts'
import { givableBytes, type GiftPart, giftStep, lotsOf } from '#domain/gift/parts.ts'
import type { Outcome } from '#domain/outcome.ts'
import { formatRfc3339, isBefore, type Instant, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import type { giftApi } from '#protocol/gift.ts'
import { giftNicknameLength } from '#vocabulary/gift.ts'
import { codeAad, givenBy, type GiftRow, nicknameAad, offeredTo, takenBy } from '../rows.ts'
import { roomFor } from './room.ts'

type Deps = Pick<AreaDeps, 'sealing'>
type Gifts = Answer<typeof giftApi.giftsGet>
type Given = Answer<typeof giftApi.giftPost>
type Received = Answer<typeof giftApi.giftTakePost>
type PartsById = ReadonlyMap<string, readonly GiftPart[]>

type Reader = Member & {
  /** Of a user of a line: theirs. Of the others' gifts, and of what the contract gets, they see nothing. */
  readonly byLineId: string | undefined
  /** The holder at their own contract. */
  readonly isHolder: boolean
  readonly now: Instant
}

/** What can be given, what was given and what came. */
export async function readGifts(db: Db, deps: Deps, reader: Reader): Promise<Gifts> {
  const { contractId, byLineId, isHolder, now } = reader
  const known = await loadContract(db, contractId)
  const given = await givenBy(db, { contractId, lineId: byLineId })
  const offered = byLineId === undefined ? await offeredTo(db, contractId, now) : []
  const received = byLineId === undefined ? await takenBy(db, contractId) : []
  const family = isHolder ? await readRelatives(db, deps, reader) : []
  const from = [...given, ...offered, ...received].map((row) => row.contract_id)
  const parts = await transfersOf(db, [...new Set(from)])
  return {
    give: await readGiving(db, deps, known, family, reader),
    take: { why: whyOf(decideTaking(known.facts)) },
    given: given.map((row) => toWireGiven(deps, row, { parts, family, now })),
    offered: offered.map((row) => toWireReceived(deps, row, parts)),
    received: received.map((row) => toWireReceived(deps, row, parts)),
    asOf: formatRfc3339(now),
  }
}

async function readGiving(
  db: Db,
  { sealing }: Deps,
  known: LoadedContract,
  family: readonly Relative[],
  { contractId, byLineId, now }: Reader,
): Promise<Gifts['give']> {
  const { contract, facts, lines } = known
  const may = decideGiving(facts, { startedOn: contract.started_on, now })
  const pool = await readPool(db, contractId, now)
  const room = await roomFor(db, { contractId, byLineId }, now)
  const step = giftStep(now)
  const within = leastBytes(room.monthBytes, room.capBytes ?? room.monthBytes)
  const most = leastBytes(givableBytes(pool.buckets, now), bytes(within - (within % step)))
  const [first] = lines.filter(({ status }) => status !== 'ended' && status !== 'preparing')
  const line = lines.find(({ line_id }) => line_id === byLineId) ?? first
  const { nickname = '' } = line === undefined ? {} : toLineName(line, sealing)
  return {
    why: whyOf(may),
    mostBytes: may.ok ? most : noBytes,
    stepBytes: step,
    leftBytes: pool.totalBytes,
    monthLeftBytes: room.monthBytes,
    days: ruleValue('giftDays', toTokyoDate(now)),
    family: family.map(({ roleId, name }) => ({ roleId, name })),
    nickname: nickname.slice(0, giftNicknameLength),
  }
}

function whyOf(may: Outcome<unknown, ErrorCode>) {
  if (may.ok) return { allowed: true }
  const { code, freeFrom } = toWireRefusal(may)
  return { ...refusedWhy(code), freeFrom }
}

const lotsOnWire = (parts: readonly GiftPart[] | undefined) =>
  lotsOf(parts ?? []).map((lot) => ({ bytes: lot.bytes, endsAt: formatRfc3339(lot.endsAt) }))

const optionalInstant = (at: Instant | null) => (at === null ? undefined : formatRfc3339(at))

/** A gift as its giver sees it: who took it is not said. Past its end it reads as expired, also before its row says so. */
export function toWireGiven(
  { sealing }: Deps,
  row: GiftRow,
  {
    parts,
    family,
    now,
  }: { readonly parts: PartsById; readonly family: readonly Relative[]; readonly now: Instant },
): Given {
  const stored = giftStates.isState(row.state) ? row.state : giftStates.initial
  const state = stored === 'open' && !isBefore(now, row.expires_at) ? 'expired' : stored
  const { label, sentence } = giftStates.words(state)
  const { gift_id: giftId, code_sealed: code } = row
  return {
    giftId,
    state,
    stateLabel: label,
    sentence,
    bytes: row.bytes,
    lots: lotsOnWire(parts.get(giftId)),
    nickname: sealing.open(nicknameAad(giftId), row.nickname_sealed),
    code: state === 'open' && code !== null ? sealing.open(codeAad(giftId), code) : undefined,
    toName: family.find((one) => one.contractId === row.to_contract_id)?.name,
    byUser: row.line_id !== null,
    givenAt: formatRfc3339(row.given_at),
    expiresAt: formatRfc3339(row.expires_at),
    takenAt: optionalInstant(row.taken_at),
    endedAt: optionalInstant(row.ended_at),
    canUndo: state === 'open',
  }
}

/** As its receiver sees it: of the giver nothing but the name they chose. */
export function toWireReceived({ sealing }: Deps, row: GiftRow, parts: PartsById): Received {
  const { gift_id: giftId } = row
  return {
    giftId,
    nickname: sealing.open(nicknameAad(giftId), row.nickname_sealed),
    bytes: row.bytes,
    lots: lotsOnWire(parts.get(giftId)),
    expiresAt: row.state === 'open' ? formatRfc3339(row.expires_at) : undefined,
    takenAt: optionalInstant(row.taken_at),
  }
}
