import type { Db } from '#backend/db/connect.ts'
import { isLoopbackAddress } from '#vocabulary/connection.ts'
import type { ClientRow } from '../rows.ts'

/** The operator's apps that have not ended. */
export const listClients = (db: Db): Promise<ClientRow[]> =>
  db
    .selectFrom('oauth_client')
    .selectAll()
    .where('account_id', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('made_at')
    .orderBy('client_id')
    .execute()

/** Whether an app may have its answer there: nobody on the way reads it, and it is one address, compared letter by letter. */
export function isRedirectUri(text: string): boolean {
  if (isLoopbackAddress(text)) return true
  if (!URL.canParse(text)) return false
  const { protocol, hash, username, password } = new URL(text)
  return protocol === 'https:' && hash === '' && username === '' && password === ''
}
