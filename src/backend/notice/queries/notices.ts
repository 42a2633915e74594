import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readFailingAddress } from '#backend/mail/failing-addresses.ts'
import { maskAddress, readMaskedAddress } from '#backend/mail/masked-address.ts'
import { mailAad, openNotice } from '#backend/mail/outbox.ts'
import { pageOf, readCursor } from '#backend/paging.ts'
import { formatRfc3339, type Instant } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { noticeKinds, type NoticeKind } from '#vocabulary/notice.ts'

type Asked = {
  accountId: string
  unread?: 'true' | 'false' | undefined
  kind?: NoticeKind | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

const DEFAULT_LIMIT = 20
const key = z.tuple([reportedInstant, z.string()])

/** The newest first; a notice that was also mailed says where to. */
export async function listNotices(
  db: Db,
  { sealing }: { readonly sealing: Sealing },
  asked: Asked & { readonly now: Instant },
): Promise<Answer<typeof noticeApi.noticesGet>> {
  const limit = asked.limit ?? DEFAULT_LIMIT
  const { accountId, now } = asked
  const [read, byKind, failing] = await Promise.all([
    readNotices(db, asked, limit + 1),
    countByKind(db, accountId),
    readFailingAddress(db, accountId, now),
  ])
  const mailTo = failing && (await readMaskedAddress(db, sealing, accountId))
  const page = pageOf(read, limit, (row) => [row.raised_at.toString(), row.notice_id])
  return {
    ...page,
    rows: page.rows.map((row) => {
      const mailedTo =
        row.mail_id === null || row.address_sealed === null
          ? {}
          : {
              mailedTo: maskAddress(sealing.open(mailAad.address(row.mail_id), row.address_sealed)),
            }
      return {
        noticeId: row.notice_id,
        at: formatRfc3339(row.raised_at),
        kind: row.kind,
        title: row.title,
        body: openNotice(row, sealing),
        important: row.kind === 'security' || row.kind === 'debt',
        readAt: row.read_at === null ? undefined : formatRfc3339(row.read_at),
        ...mailedTo,
        path: row.href ?? undefined,
      }
    }),
    unread: byKind.reduce((sum, { unread }) => sum + unread, 0),
    ...(failing &&
      mailTo && { mailFailure: { kind: failing.kind, at: formatRfc3339(failing.at), mailTo } }),
    byKind,
  }
}

async function readNotices(db: Db, asked: Asked, limit: number) {
  const after = readCursor(asked.cursor, key)
  let query = db
    .selectFrom('notice')
    .leftJoin('mail_message', (join) =>
      join
        .on(
          'mail_message.source_ref',
          '=',
          sql<string>`notice.account_id || ':' || notice.source_ref`,
        )
        // What waits to be read on a device, or was, has gone nowhere.
        .on('mail_message.state', 'not in', ['waiting', 'left_out']),
    )
    .selectAll('notice')
    .select(['mail_message.mail_id', 'mail_message.address_sealed'])
    .where('notice.account_id', '=', asked.accountId)
    .orderBy('notice.raised_at', 'desc')
    .orderBy('notice.notice_id', 'desc')
    .limit(limit)
  if (asked.unread !== undefined)
    query = query.where('notice.read_at', asked.unread === 'true' ? 'is' : 'is not', null)
  if (asked.kind !== undefined) query = query.where('notice.kind', '=', asked.kind)
  if (after !== undefined)
    query = query.where(
      sql<boolean>`(notice.raised_at, notice.notice_id) < (${after[0]}::timestamptz, ${after[1]})`,
    )
  return query.execute()
}

async function countByKind(db: Db, accountId: string) {
  const counted = await db
    .selectFrom('notice')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('all')])
    .select((eb) => eb.fn.countAll<number>().filterWhere('read_at', 'is', null).as('unread'))
    .where('account_id', '=', accountId)
    .groupBy('kind')
    .execute()
  return noticeKinds.flatMap((kind) => counted.filter((row) => row.kind === kind))
}

export async function countUnread(db: Db, accountId: string): Promise<number> {
  const { unread } = await db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('account_id', '=', accountId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}
