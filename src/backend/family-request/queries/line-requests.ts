import type { AreaDeps } from '#backend/area.ts'
import { loadContract } from '#backend/contract/load.ts'
import { refusedWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { askableOptions } from '#backend/option/public.ts'
import { toWireRefusal } from '#backend/refusal.ts'
import { decideAsking, kindsFor } from '#domain/family-request/decide-request.ts'
import { familyRequestStates } from '#domain/family-request/request-states.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { familyRequestApi } from '#protocol/family-request.ts'
import { requestWords } from '../messages.ts'
import {
  countAskedToday,
  type KnownRequest,
  noteAad,
  replyAad,
  requestsOf,
  stateOf,
} from '../rows.ts'
import { readAskingLine } from './asking-line.ts'

type Deps = Pick<AreaDeps, 'sealing'>
type WireLineRequests = Answer<typeof familyRequestApi.lineRequestGet>

/**
 * What the user of a line has asked for and may ask for. Of the user before nothing is shown.
 * @param roleId of the user; the holder who looks has none, and can send nothing
 */
export async function readLineRequests(
  db: Db,
  deps: Deps,
  asked: {
    readonly contractId: string
    readonly lineId: string
    readonly roleId: string | undefined
    readonly now: Instant
  },
): Promise<WireLineRequests> {
  const { contractId, lineId, roleId, now } = asked
  const known = await loadContract(db, contractId)
  const line = await readAskingLine(db, deps, known, { lineId, roleId: roleId ?? '', now })
  const rows = (await requestsOf(db, { contractId, lineId })).filter(
    (row) => roleId === undefined || row.role_id === roleId,
  )
  const isWaiting = rows.some((row) => stateOf(row, now) === 'open')
  const askedToday = await countAskedToday(db, { contractId, lineId }, now)
  const may = decideAsking({ isWaiting, askedToday }, now)
  return {
    asking:
      roleId === undefined
        ? refusedWhy('FAMILY_REQUEST_USERS_ONLY')
        : may.ok
          ? { allowed: true }
          : { ...refusedWhy(may.code), freeFrom: toWireRefusal(may).freeFrom },
    kinds: [...kindsFor(line)],
    options: [...(await askableOptions(db, { contractId, lineId, now }))],
    requests: rows.map((row) => toLineRequest(deps, row, now)),
    asOf: formatRfc3339(now),
  }
}

export function toLineRequest(
  { sealing }: Deps,
  row: KnownRequest,
  now: Instant,
): WireLineRequests['requests'][number] {
  const { request_id: id, note_sealed: note, reply_sealed: reply, ended_at: endedAt } = row
  const state = stateOf(row, now)
  return {
    requestId: id,
    kind: row.kind,
    label: requestWords(row),
    ...(note !== null && { note: sealing.open(noteAad(id), note) }),
    state,
    stateLabel: familyRequestStates.words(state).label,
    askedAt: formatRfc3339(row.asked_at),
    expiresAt: formatRfc3339(row.expires_at),
    ...(endedAt !== null && { endedAt: formatRfc3339(endedAt) }),
    ...(row.answer !== null && { answer: row.answer }),
    ...(reply !== null && { reply: sealing.open(replyAad(id), reply) }),
  }
}
