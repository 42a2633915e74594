import type { AreaDeps } from '#backend/area.ts'
import type { SignedIn } from '#backend/caller.ts'
import {
  findContract,
  findLines,
  isContractServed,
  isServed,
  type LineRow,
} from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import type { Db } from '#backend/db/connect.ts'
import { rowsOf } from '#backend/db/rows.ts'
import { connectionStates } from '#domain/connection/connection-states.ts'
import { addDays, formatRfc3339, type Instant, toTokyoDate } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { connectionApi } from '#protocol/connection.ts'
import { scopesToGive } from '#protocol/scopes.ts'
import {
  connectionEnds,
  connectionEndWords,
  connectionKindLabels,
  isLoopbackAddress,
  MOST_CONNECTIONS,
  MOST_OWN_APPS,
} from '#vocabulary/connection.ts'
import { operationLabels } from '#vocabulary/operation.ts'
import { kindOf } from '../messages.ts'
import {
  becauseOf,
  clientName,
  type ClientRow,
  type ConnectionRow,
  findConnections,
  findOver,
  findOwnClients,
  findPrepared,
  nameAad,
  type UseRow,
  usesSince,
} from '../rows.ts'

type Deps = Pick<AreaDeps, 'sealing'>
type WireConnections = Answer<typeof connectionApi.connectionsGet>
type WireConnection = WireConnections['connections'][number]

/** Days of which it is shown what a program did. */
const USES_DAYS = 30

/** What holds no longer reads as over at once; its row follows within the hour. */
async function asTheyAre(
  db: Db,
  rows: readonly ConnectionRow[],
  now: Instant,
): Promise<ConnectionRow[]> {
  const ids = rows.map(({ connection_id: id }) => id)
  const over = (await findOver(db, now, ids)).map(({ connection_id: id }) => id)
  return rows.map((row) =>
    over.includes(row.connection_id)
      ? { ...row, state: 'ended', ended_by: becauseOf(row, now) }
      : row,
  )
}

/** What a person has let in, and what the family has at the person's contract (wire Connections). */
export async function readConnections(
  db: Db,
  deps: Deps,
  { accountId, contractId, place }: Pick<SignedIn, 'accountId' | 'contractId' | 'place'>,
  now: Instant,
): Promise<WireConnections> {
  const rows = await asTheyAre(db, await findConnections(db, { accountId, contractId }), now)
  const here = place?.contractId ?? contractId ?? undefined
  const contracts = new Set([...rows.map((row) => row.contract_id), ...(here ? [here] : [])])
  const lines: LineRow[] = []
  for (const one of contracts) lines.push(...(await findLines(db, one)))
  const ids = rows.map((row) => row.connection_id)
  const uses = await usesSince(db, ids, addDays(toTokyoDate(now), -USES_DAYS))
  const role = place?.role
  // Who acts by a role orders nothing that could be drafted.
  const drafts = here === undefined || role !== undefined ? [] : await findPrepared(db, here, now)
  const open = lines.filter(
    (line) =>
      line.contract_id === here &&
      isServed(line) &&
      (place?.role !== 'lineUser' || line.line_id === place.lineId),
  )
  const standing = here === undefined ? undefined : await findContract(db, here)
  const isOffered = standing !== undefined && isContractServed(standing)
  return {
    connections: rows.map((row) => toWire(deps, row, { accountId, lines, uses })),
    toGive: {
      ofContract: isOffered ? [...scopesToGive({ role, isOfLines: false })] : [],
      ofLines: isOffered ? [...scopesToGive({ role, isOfLines: true })] : [],
    },
    lines: open.map((line) => toLineName(line, deps.sealing)),
    prepared: drafts.map((draft) => ({
      preparedId: draft.prepared_id,
      procedure: draft.procedure,
      label: operationLabels[draft.procedure],
      by: nameOf(deps, rows, draft.connection_id),
      path: draft.address,
      madeAt: formatRfc3339(draft.made_at),
      expiresAt: formatRfc3339(draft.expires_at),
    })),
    limit: MOST_CONNECTIONS,
    ownApps: (await findOwnClients(db, accountId)).map((row) => toWireApp(deps, row)),
    ownAppLimit: MOST_OWN_APPS,
  }
}

export const toWireApp = (
  { sealing }: Deps,
  row: ClientRow,
): Answer<typeof connectionApi.connectionsClientPost> => ({
  clientId: row.client_id,
  name: clientName(sealing, row),
  redirectUri: row.redirect_uris[0] ?? '',
  scopes: row.scopes ?? [],
  madeAt: formatRfc3339(row.made_at),
})

function nameOf({ sealing }: Deps, rows: readonly ConnectionRow[], connectionId: string): string {
  const row = rows.find((one) => one.connection_id === connectionId)
  return row === undefined ? '' : sealing.open(nameAad(connectionId), row.name_sealed)
}

export function toWire(
  { sealing }: Deps,
  row: ConnectionRow,
  of: {
    readonly accountId: string
    readonly lines: readonly LineRow[]
    readonly uses: readonly UseRow[]
  },
): WireConnection {
  const { state, ended_by: because } = row
  const known = connectionStates.isState(state) ? state : 'ended'
  const ended = connectionEnds.find((one) => one === because)
  return {
    connectionId: row.connection_id,
    kind: kindOf(row),
    kindLabel: connectionKindLabels[kindOf(row)],
    name: sealing.open(nameAad(row.connection_id), row.name_sealed),
    isOfFamily: row.account_id !== of.accountId,
    scopes: row.scopes,
    lines:
      row.line_ids === null
        ? undefined
        : of.lines
            .filter((line) => row.line_ids?.includes(line.line_id))
            .map((line) => toLineName(line, sealing)),
    prefix: row.prefix ?? undefined,
    state: known,
    stateLabel: connectionStates.words(known).label,
    endedBecause: ended && connectionEndWords[ended],
    madeAt: formatRfc3339(row.made_at),
    endsAt: formatRfc3339(row.ends_at),
    endedAt: row.ended_at === null ? undefined : formatRfc3339(row.ended_at),
    lastUse:
      row.last_used_at === null
        ? undefined
        : {
            at: formatRfc3339(row.last_used_at),
            address: row.last_address ?? '',
            program: row.last_program ?? '',
          },
    uses: of.uses
      .filter((use) => use.connection_id === row.connection_id)
      .map(({ day, scope, last_at: at }) => ({ day, scope, lastAt: formatRfc3339(at) })),
  }
}

/** The operator's apps that have not ended. */
export const listClients = (db: Db): Promise<ClientRow[]> =>
  rowsOf(db, 'oauth_client', { account_id: null, ended_at: null }, 'made_at', 'client_id')

/** Whether an app may have its answer there: nobody on the way reads it, and it is one address, compared letter by letter. */
export function isRedirectUri(text: string): boolean {
  if (isLoopbackAddress(text)) return true
  if (!URL.canParse(text)) return false
  const { protocol, hash, username, password } = new URL(text)
  return protocol === 'https:' && hash === '' && username === '' && password === ''
}
