import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { above, findRow, lockRow, rowsOf } from '#backend/db/rows.ts'
import { placesNow } from '#backend/login/place.ts'
import { isBefore, toTokyoDate, type Instant, type TokyoDate } from '#domain/tokyo.ts'
import type { AccessScope } from '#vocabulary/connection.ts'

export type ConnectionRow = Selectable<Database['connection']>
export type UseRow = Selectable<Database['connection_use']>

/** Connections ended at one go. */
const BATCH = 500

export const nameAad = (connectionId: string) => `connection.name:${connectionId}`

export const clientNameAad = (clientId: string) => `oauth_client.name:${clientId}`

export const artifactAad = (model: string, idHash: string) => `oauth_artifact:${model}:${idHash}`

export type ClientRow = Selectable<Database['oauth_client']>
export type RequestRow = Selectable<Database['connection_request']>

/** An app that has not been ended. */
export const findClient = (db: Db, clientId: string): Promise<ClientRow | undefined> =>
  findRow(db, 'oauth_client', { client_id: clientId, ended_at: null })

/** As the operator, or the member whose own it is, calls it. */
export const clientName = (
  sealing: Pick<Sealing, 'open'>,
  { client_id: clientId, name, name_sealed: sealed }: ClientRow,
) => (sealed === null ? name : sealing.open(clientNameAad(clientId), sealed))

/** A member's own apps that have not been ended, the newest first. */
export const findOwnClients = (db: Db, accountId: string): Promise<ClientRow[]> =>
  rowsOf(db, 'oauth_client', { account_id: accountId, ended_at: null }, 'made_at desc', 'client_id')

/** @returns the apps that have been ended by this: one of this account's, or all of it */
export const endOwnClients = (
  tx: Db,
  of: { readonly accountId: string; readonly clientId?: string },
  now: Instant,
): Promise<Pick<ClientRow, 'client_id'>[]> =>
  tx
    .updateTable('oauth_client')
    .set({ ended_at: now })
    .where('account_id', '=', of.accountId)
    .where('ended_at', 'is', null)
    .$if(of.clientId !== undefined, (query) => query.where('client_id', '=', of.clientId ?? ''))
    .returning('client_id')
    .execute()

/** Accounts with apps of their own that have nothing to let in to any more: no contract that is served, and no role. */
export async function findWithoutPlace(db: Db): Promise<string[]> {
  const found = await db
    .selectFrom('oauth_client as o')
    .select('o.account_id')
    .distinct()
    .where('o.account_id', 'is not', null)
    .where('o.ended_at', 'is', null)
    .where(
      sql<boolean>`not exists (select from contract c where c.account_id = o.account_id
        and c.status in ('active', 'suspended', 'cancel_reserved'))`,
    )
    .where(
      sql<boolean>`not exists (select from ${placesNow(db)} where place.account_id = o.account_id)`,
    )
    .limit(BATCH)
    .execute()
  return found.flatMap(({ account_id: accountId }) => (accountId === null ? [] : [accountId]))
}

/** A member's own app is nobody else's to agree to. */
export const isClientFor = (client: Pick<ClientRow, 'account_id'>, accountId: string) =>
  client.account_id === null || client.account_id === accountId

/** What an app asks of this account, while it can be decided or the decision fetched. */
export const findRequest = (
  db: Db,
  of: { readonly requestId: string; readonly accountId: string; readonly loginNow: Instant },
): Promise<RequestRow | undefined> =>
  findRow(db, 'connection_request', {
    request_id: of.requestId,
    account_id: of.accountId,
    expires_at: above(of.loginNow),
  })

/** Whose they are, or at which contract. */
export type OfWhom = { readonly accountId: string } | { readonly contractId: string }

type Which = OfWhom | { readonly clientId: string }

/** Those a person has made, and those that the family has made at the person's own contract; the newest first. */
export const findConnections = (
  db: Db,
  { accountId, contractId }: { accountId: string; contractId: string | null },
): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connection')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('account_id', '=', accountId),
        eb.and([eb('contract_id', '=', contractId ?? ''), eb('holder_account_id', '=', accountId)]),
      ]),
    )
    .orderBy('state')
    .orderBy('made_at', 'desc')
    .orderBy('connection_id')
    .execute()

export const lockConnection = (tx: Db, connectionId: string): Promise<ConnectionRow | undefined> =>
  lockRow(tx, 'connection', { connection_id: connectionId })

export const findConnection = (db: Db, connectionId: string): Promise<ConnectionRow | undefined> =>
  findRow(db, 'connection', { connection_id: connectionId })

export const lockByGrant = (tx: Db, grantId: string): Promise<ConnectionRow | undefined> =>
  lockRow(tx, 'connection', { grant_id: grantId })

/** Those that have not ended. */
export const lockOpen = (tx: Db, of: Which): Promise<ConnectionRow[]> =>
  tx
    .selectFrom('connection')
    .selectAll()
    .where('state', '=', 'active')
    .where((eb) => {
      if ('accountId' in of) return eb('account_id', '=', of.accountId)
      if ('clientId' in of) return eb('client_id', '=', of.clientId)
      return eb('contract_id', '=', of.contractId)
    })
    .orderBy('connection_id')
    .forUpdate()
    .execute()

/**
 * A connection (`k`) holds at a contract (`c`): it is served and still the holder's of then, and a role by which it was made holds
 * (`place`). It is worth nothing from the moment on at which one of these changes; its row follows within the hour.
 */
export const connectionHolds = sql<boolean>`(c.account_id = k.holder_account_id
  and c.status in ('active', 'suspended', 'cancel_reserved')
  and (k.family_role_id is null or place.role_id is not null))`

/** Open ones that hold no longer, by their clock or by what they are at: all, or those of these. */
export const findOver = (
  db: Db,
  now: Instant,
  connectionIds?: readonly string[],
): Promise<ConnectionRow[]> =>
  db
    .selectFrom('connection as k')
    .innerJoin('contract as c', 'c.contract_id', 'k.contract_id')
    .leftJoin(placesNow(db), (on) =>
      on
        .onRef('place.role_id', '=', 'k.family_role_id')
        .onRef('place.account_id', '=', 'k.account_id'),
    )
    .selectAll('k')
    .where('k.state', '=', 'active')
    .$if(connectionIds !== undefined, (query) =>
      query.where('k.connection_id', 'in', [...(connectionIds ?? []), '']),
    )
    .where((eb) => eb.or([eb('k.ends_at', '<=', now), sql<boolean>`not ${connectionHolds}`]))
    .orderBy('k.connection_id')
    .limit(BATCH)
    .execute()

/** Why an open one that holds no longer is over. */
export const becauseOf = ({ ends_at: endsAt }: ConnectionRow, now: Instant) =>
  isBefore(now, endsAt) ? 'contract' : 'expired'

export type PreparedRow = Selectable<Database['prepared_order']>

/** Drafts of a contract that can be confirmed, the newest first. */
export const findPrepared = (db: Db, contractId: string, now: Instant): Promise<PreparedRow[]> =>
  db
    .selectFrom('prepared_order')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('expires_at', '>', now)
    .orderBy('made_at', 'desc')
    .orderBy('prepared_id')
    .execute()

/** When and from where it was used, and by which of its scopes on this day. */
export async function noteUse(
  db: Db,
  of: Pick<ConnectionRow, 'contract_id' | 'connection_id'>,
  use: {
    readonly scope: AccessScope
    readonly now: Instant
    readonly address: string
    readonly program: string
  },
): Promise<void> {
  const { scope, now, address, program } = use
  await sql`
    with used as (
      update connection set last_used_at = ${now}, last_address = ${address}, last_program = ${program}
      where contract_id = ${of.contract_id} and connection_id = ${of.connection_id}
      returning contract_id, connection_id)
    insert into connection_use (contract_id, connection_id, day, scope, last_at)
    select contract_id, connection_id, ${toTokyoDate(now)}, ${scope}, ${now} from used
    on conflict (contract_id, connection_id, day, scope) do update set last_at = excluded.last_at`.execute(
    db,
  )
}

/** What these did from a day on; the newest first. */
export async function usesSince(
  db: Db,
  connectionIds: readonly string[],
  since: TokyoDate,
): Promise<UseRow[]> {
  return db
    .selectFrom('connection_use')
    .selectAll()
    .where('connection_id', '=', sql<string>`any(${connectionIds})`)
    .where('day', '>=', since)
    .orderBy('last_at', 'desc')
    .orderBy('scope')
    .execute()
}
