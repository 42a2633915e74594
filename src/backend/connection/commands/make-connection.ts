import type { AreaDeps } from '#backend/area.ts'
import type { Bearer, SignedIn } from '#backend/caller.ts'
import { isContractServed, isServed } from '#backend/contract/contracts.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import type { Who } from '#backend/contract/who.ts'
import type { Db } from '#backend/db/connect.ts'
import { hashSecret, newId, newMarkedSecret } from '#backend/db/ids.ts'
import { RefusalError } from '#backend/refusal.ts'
import { takeFirstStep } from '#backend/step/take-step.ts'
import type { Input } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { KEY_PREFIX, MOST_CONNECTIONS, type AccessScope } from '#vocabulary/connection.ts'
import { requireGivable } from '../queries/givable.ts'
import { lockOpen, nameAad, type ConnectionRow } from '../rows.ts'
import { connectionSteps } from '../steps.ts'

export type ConnectionDeps = Pick<AreaDeps, 'outbox' | 'sealing'>

/** As much of a key as tells one from another and helps nobody to guess the rest. */
const SHOWN = KEY_PREFIX.length + 4

/** Who lets a program in: the holder, or by a role of the family. */
export type Giver = {
  readonly who: Who
  /** Whose it is: of a role the person's, not the holder's. */
  readonly giverId: string
  readonly place: SignedIn['place']
}

export type Given = Pick<Bearer, 'lineIds'> & {
  readonly name: string
  readonly scopes: readonly AccessScope[]
  readonly days: number
}

type KeyRequest = Input<typeof connectionApi.connectionsKeyPost>['body']

/**
 * A key for a program of the member's own. @returns it with its row: from here on only its hash is known
 * @throws RefusalError as `makeConnection`
 */
export async function makeKey(tx: Db, deps: ConnectionDeps, giver: Giver, request: KeyRequest) {
  const key = newMarkedSecret(KEY_PREFIX)
  const { name, scopes, lineIds, days } = request
  const row = await makeConnection(
    tx,
    deps,
    giver,
    { name, scopes, lineIds: lineIds.length === 0 ? undefined : lineIds, days: Number(days) },
    { kind: 'key', secret_hash: hashSecret(key), prefix: key.slice(0, SHOWN) },
  )
  return { key, row }
}

/**
 * Lets a program in.
 * @throws RefusalError NOT_FOUND for a line that is not the giver's, VALIDATION_FAILED for a scope that the giver does not have or
 * that shows more than the chosen lines, CONTRACT_NOT_ACTIVE, CONNECTIONS_FULL
 */
export async function makeConnection(
  tx: Db,
  { sealing, ...deps }: ConnectionDeps,
  { who, giverId: accountId, place }: Giver,
  { name, scopes, lineIds, days }: Given,
  credential: Partial<ConnectionRow> & Pick<ConnectionRow, 'kind'>,
): Promise<ConnectionRow> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const { account_id: holder } = known.contract
  if (!isContractServed(known.contract)) throw new RefusalError('CONTRACT_NOT_ACTIVE')
  requireGivable(scopes, { role: place?.role, isOfLines: lineIds !== undefined })
  for (const lineId of lineIds ?? []) {
    if (place?.role === 'lineUser' && place.lineId !== lineId) throw new RefusalError('NOT_FOUND')
    if (!isServed(lineOf(known, lineId))) throw new RefusalError('NOT_FOUND')
  }
  const open = (await lockOpen(tx, { accountId })).filter((one) => one.contract_id === contractId)
  if (open.length >= MOST_CONNECTIONS) throw new RefusalError('CONNECTIONS_FULL')
  const connectionId = newId('cn')
  const values = {
    ...credential,
    contract_id: contractId,
    connection_id: connectionId,
    account_id: accountId,
    holder_account_id: holder,
    family_role_id: place?.roleId ?? null,
    name_sealed: sealing.seal(nameAad(connectionId), name),
    scopes: [...new Set(scopes)],
    line_ids: lineIds === undefined ? null : [...new Set(lineIds)],
    made_at: now,
    ends_at: now.add({ hours: 24 * days }),
  }
  return takeFirstStep(tx, deps, { ...who, accountId }, connectionSteps, { values, step: 'made' })
}
