import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { readPool } from '#backend/data/public.ts'
import type { Db } from '#backend/db/connect.ts'
import { nameOfRole, rolesOf } from '#backend/family/public.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { familyRequestApi } from '#protocol/family-request.ts'
import { type KnownRequest, requestsOf, stateOf } from '../rows.ts'
import { possibleAnswers } from './answers.ts'
import { readAskingLine } from './asking-line.ts'
import { toLineRequest } from './line-requests.ts'

type Deps = Pick<ProcedureDeps, 'sealing' | 'book'>
type WireFamilyRequests = Answer<typeof familyRequestApi.familyRequestGet>
type Reader = {
  readonly contractId: string
  /** Who is not the holder is offered only what costs nothing. */
  readonly isHolder: boolean
  /** Without what is over; where nothing waits, as nearly always, it costs one question. */
  readonly only: 'open' | undefined
  readonly now: Instant
}

/** What waits for an answer, with the answers that can be given; and the last that were answered or are over. */
export async function readFamilyRequests(
  db: Db,
  deps: Deps,
  reader: Reader,
): Promise<WireFamilyRequests> {
  const { contractId, only, now } = reader
  const known = await loadContract(db, contractId)
  const found = await requestsOf(db, { contractId, only })
  const rows = only === 'open' ? found.filter((row) => stateOf(row, now) === 'open') : found
  const roles = rows.length === 0 ? [] : await rolesOf(db, contractId)
  const requests = []
  for (const row of rows) {
    const role = roles.find((one) => one.role_id === row.role_id)
    const name = role === undefined ? '' : nameOfRole(deps.sealing, role)
    requests.push({ ...(await toWire(db, deps, { known, row, reader })), name })
  }
  const { totalBytes: leftBytes } = await readPool(db, contractId, now)
  return { requests, leftBytes, asOf: formatRfc3339(now) }
}

async function toWire(
  db: Db,
  deps: Deps,
  of: { readonly known: LoadedContract; readonly row: KnownRequest; readonly reader: Reader },
) {
  const { known, row, reader } = of
  const { now, isHolder } = reader
  const isOpen = stateOf(row, now) === 'open'
  const { line_id: lineId, role_id: roleId } = row
  const line = isOpen ? await readAskingLine(db, deps, known, { lineId, roleId, now }) : undefined
  return {
    ...toLineRequest(deps, row, now),
    line: toLineName(lineOf(known, lineId), deps.sealing),
    isSlow: line?.isSlow ?? false,
    ...(row.order_no !== null && isHolder && { orderNo: row.order_no }),
    answers:
      line === undefined
        ? []
        : await possibleAnswers(db, deps, { known, row, line, now }, isHolder),
  }
}
