import type { DatabaseHandle } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import { readHolder } from '#backend/holder.ts'
import type { IdentityPort } from '#backend/ports/identity.ts'
import type { Instant } from '#domain/tokyo.ts'
import { pages } from '#vocabulary/pages.ts'
import { isOfOtherSession, MAX_ATTEMPTS } from '../queries.ts'
import { hasLiveSession, lockCheck, saveSession } from '../rows/checks.ts'
import type { FindSubject } from './prepare-check.ts'
import { pollReading, takeNews, type ReadingDeps } from './take-reading.ts'

type Deps = ReadingDeps & {
  readonly database: DatabaseHandle
  readonly sealing: Sealing
  readonly identity: IdentityPort
  readonly publicUrl: string
  readonly now: () => Instant
  readonly findSubject: FindSubject
}

type Visit = { readonly accountId: string; readonly checkId: string }
type Start = Visit & { readonly sessionHash?: string | undefined }

/**
 * Opens a session at the reader, which counts as an attempt. Repeating it leads to the session that is open.
 * @returns the address the browser goes to: the reader, or the page it came from with the reason why not
 */
export async function startReading(
  deps: Deps,
  { accountId, checkId, sessionHash }: Start,
): Promise<string> {
  const { database, sealing, identity, publicUrl } = deps
  const { db } = database
  const row = await lockCheck(db, accountId, checkId)
  const back = (reason: string) => withReason(row.back_path ?? pages.orders, reason)
  if (row.state !== 'waiting' && row.state !== 'reading') return back('closed')
  const subject = await deps.findSubject(db, accountId, row.order_no)
  if (isOfOtherSession(subject, sessionHash)) return back('closed')
  const { name, kana, birth, address } = subject ?? (await readHolder(db, sealing, accountId))
  if (birth === undefined || address === undefined || name === '') {
    await takeNews(deps, row, { event: 'handed_to_staff' })
    return back('incomplete')
  }
  const attempt = hasLiveSession(row, deps.now()) ? row.attempts : row.attempts + 1
  if (attempt > MAX_ATTEMPTS) return back('closed')
  const answer = await identity.begin({
    orderId: row.round === 1 ? `${checkId}-${attempt}` : `${checkId}-${row.round}-${attempt}`,
    returnUrl: `${publicUrl}/identity/return/${checkId}`,
    expected: { name, birth, address },
  })
  if (answer.kind !== 'accepted') return back('unavailable')
  const { url, ...session } = answer.value
  await saveSession(db, sealing, row, {
    ...session,
    attempt,
    compared: { name, kana, birth, address },
  })
  return url
}

/** The member comes back from the reader. Its answer is fetched: what the address says is not believed. */
export async function finishReading(deps: Deps, { accountId, checkId }: Visit): Promise<string> {
  const row = await lockCheck(deps.database.db, accountId, checkId)
  if (row.session_id) await pollReading(deps, row.session_id)
  // A member who has left the reader after the last attempt cannot hold the card against it again: staff look at it.
  const read = await lockCheck(deps.database.db, accountId, checkId)
  if (read.state === 'unreadable' && read.attempts >= MAX_ATTEMPTS)
    await takeNews(deps, read, { event: 'handed_to_staff' })
  return row.back_path ?? pages.orders
}

const withReason = (path: string, reason: string) =>
  `${path}${path.includes('?') ? '&' : '?'}identity=${reason}`
