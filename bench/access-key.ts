import { hashSecret, newId, newMarkedSecret } from '#backend/db/ids.ts'
import { realClock } from '#backend/clock.ts'
import { KEY_PREFIX } from '#vocabulary/connection.ts'
import { openMemberPages } from './mypage-under-test.ts'
import { alternate, type Row } from './row.ts'

const ADDRESS = '/high_speed/residual'
const MEMBER = 'suzuki'
const ROUNDS = 301

/** Issue 31: a call by an access key against the same call by the session's cookie, over one connection, in turn. */
export async function run(): Promise<Row[]> {
  const portal = await openMemberPages()
  try {
    const { secret, signedIn } = await portal.signIn(MEMBER)
    if (signedIn?.contractId == null) throw new Error(`${MEMBER} has no contract`)
    const key = await insertKey(portal, signedIn.contractId, signedIn.accountId)
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await portal.app.fetch(
        new Request(`http://localhost:3000${path}${ADDRESS}`, { headers }),
      )
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path}${ADDRESS} answered ${answer.status}`)
    }
    const contenders = {
      key: () => ask('/api/v1', { authorization: `Bearer ${key}` }),
      cookie: () => ask('/api', { cookie: `sid=${secret}` }),
    }
    await alternate(50, contenders)
    const timeOf = await alternate(ROUNDS, contenders)
    const [byKey, byCookie] = [timeOf('key'), timeOf('cookie')]
    return [
      {
        goal: '31',
        what: `GET ${ADDRESS} by an access key`,
        medianMs: byKey,
        anchor: 'the same by the cookie of a session',
        anchorMs: byCookie,
        ratio: byKey / byCookie,
        wanted: { atMost: 1.1 },
      },
    ]
  } finally {
    await portal.close()
  }
}

async function insertKey(
  { services }: Awaited<ReturnType<typeof openMemberPages>>,
  contractId: string,
  accountId: string,
): Promise<string> {
  const key = newMarkedSecret(KEY_PREFIX)
  const now = realClock.now()
  await services.database.db
    .insertInto('connection')
    .values({
      contract_id: contractId,
      connection_id: newId('cn'),
      kind: 'key',
      account_id: accountId,
      holder_account_id: accountId,
      name_sealed: '',
      scopes: ['data:read'],
      secret_hash: hashSecret(key),
      prefix: key.slice(0, KEY_PREFIX.length + 4),
      state: 'active',
      made_at: now,
      ends_at: now.add({ hours: 24 }),
      changed_at: now,
    })
    .execute()
  return key
}
