import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { loginIdOf } from '#backend/login/login-id.ts'
import { IDLE_MINUTES } from '#vocabulary/login.ts'
import { formatRfc3339, isBefore } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { deviceWords } from '#backend/login/device-words.ts'

type Asked = {
  accountId: string
  sessionHash: string
  cursor?: string | undefined
  limit?: number | undefined
  loginNow: Temporal.Instant
}

type SessionRow = Awaited<ReturnType<typeof readSessions>>[number]

const DEFAULT_LIMIT = 20
const key = z.tuple([reportedInstant, z.string()])

/** The account's sessions, newest first. */
export async function listLogins(
  db: Db,
  asked: Asked,
): Promise<Answer<typeof noticeApi.loginHistoryGet>> {
  const limit = asked.limit ?? DEFAULT_LIMIT
  const read = await readSessions(db, asked, limit + 1)
  const page = pageOf(read, limit, (row) => [row.created_at.toString(), row.session_hash])
  return {
    ...page,
    rows: page.rows.map((row) => ({
      loginId: loginIdOf(row.session_hash),
      at: formatRfc3339(row.created_at),
      current: row.session_hash === asked.sessionHash,
      result: resultOf(row, asked),
      device: deviceWords(row.user_agent),
      addressMasked: row.address_masked,
      newDevice: row.is_new_device,
    })),
  }
}

async function readSessions(db: Db, asked: Asked, limit: number) {
  const after = readCursor(asked.cursor, key)
  const query = db
    .selectFrom('session')
    .select([
      'session_hash',
      'created_at',
      'last_seen_at',
      'expires_at',
      'ended_at',
      'user_agent',
      'address_masked',
      'is_new_device',
    ])
    .where('account_id', '=', asked.accountId)
    .orderBy('created_at', 'desc')
    .orderBy('session_hash', 'desc')
    .limit(limit)
  return after === undefined
    ? query.execute()
    : query
        .where(sql<boolean>`(created_at, session_hash) < (${after[0]}::timestamptz, ${after[1]})`)
        .execute()
}

function resultOf(row: SessionRow, { loginNow }: Asked) {
  if (row.ended_at !== null) return 'signedOut' as const
  const idle = row.last_seen_at.add({ minutes: IDLE_MINUTES })
  return isBefore(loginNow, idle) && isBefore(loginNow, row.expires_at)
    ? ('signedIn' as const)
    : ('expired' as const)
}
