import { z } from 'zod'
import { openNumber, toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import { noteAside } from '#backend/db/side-note.ts'
import type { ProcedureDeps } from '#backend/procedure/deps.ts'
import { RefusalError } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { formatRfc3339, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import { portOut } from '../procedure.ts'
import { findHandOff, insertHandOff, type HandOffRow } from '../rows.ts'
import { estimatePortOut } from './estimate.ts'

/** `database`: what a token means is noted while its facts are only read. */
export type HandOffDeps = Pick<ProcedureDeps, 'sealing' | 'book' | 'carrier' | 'database'> &
  ReturnOrigins

export type ReturnOrigins = {
  /** Origins of receiving carriers we may lead back to. */
  readonly returnOrigins: readonly string[]
}

const token = z.object({
  number: z.string(),
  receivingCarrier: z.string(),
  returnUrl: z.url(),
  expiresAt: z.string(),
  state: z.string(),
})

export type HandOffRequest = { readonly token: string; readonly returnUrl: string }

/**
 * The facts of the consent screen: the token is checked at the carrier, the return address against the token and our list.
 * For a token that the member has consented with, also the order it led to.
 * @throws RefusalError HANDOFF_TOKEN_INVALID also when the number is another member's, RETURN_URL_NOT_ALLOWED
 */
export async function readHandOff(
  db: Db,
  deps: HandOffDeps,
  contractId: string,
  request: HandOffRequest,
  now: Instant,
) {
  requireAllowedReturn(deps, request.returnUrl)
  const noted = await findHandOff(db, contractId, request.token)
  const known = await loadContract(db, contractId)
  const { line, receiverName, expiresAt } =
    noted?.order_no == null
      ? await askCarrier(deps, known, request, now)
      : readNoted(known, noted, request)
  const { feeYen, unpaidYen, isUnpaid, remainingInstalmentsYen, consequences, conditions } =
    await estimatePortOut(db, deps, known, line, now)
  return {
    order:
      noted?.order_no == null
        ? undefined
        : await portOut.find(db, { contractId, orderNo: noted.order_no }),
    receiverName,
    numberMasked: maskNumber(openNumber(line, deps.sealing)),
    line: toLineName(line, deps.sealing),
    ...toWireWhy('portOut', mayBegin('portOut', known.facts, now, line.line_id)),
    payment: { feeYen, unpaidYen, isUnpaid, remainingInstalmentsYen },
    consequences,
    expiresAt: formatRfc3339(expiresAt),
    consentExpiresOn: mnpValidity(toTokyoDate(now)).expiresOn,
    conditions,
    asOf: formatRfc3339(now),
  }
}

/** After the consent the token is spent at the carrier: its facts are read from our own row. */
function readNoted(known: LoadedContract, noted: HandOffRow, request: HandOffRequest) {
  if (noted.return_url !== request.returnUrl) throw new RefusalError('RETURN_URL_NOT_ALLOWED')
  return {
    line: lineOf(known, noted.line_id),
    receiverName: noted.receiver_name,
    expiresAt: noted.expires_at,
  }
}

/** Stores what the token stands for, so that the consent needs no call to the carrier. */
async function askCarrier(
  deps: HandOffDeps,
  { contract, lines }: LoadedContract,
  request: HandOffRequest,
  now: Instant,
) {
  const answer = await deps.carrier.oneStopToken(request.token)
  if (answer.kind === 'no-answer') throw new RefusalError('OUTSIDE_NO_ANSWER')
  const accepted = token.safeParse(answer.kind === 'accepted' ? answer.value : undefined).data
  if (accepted?.state !== 'waiting') throw new RefusalError('HANDOFF_TOKEN_INVALID')
  if (accepted.returnUrl !== request.returnUrl) throw new RefusalError('RETURN_URL_NOT_ALLOWED')
  const index = deps.sealing.index('number', accepted.number)
  const line = lines.find(
    ({ number_index, status }) => number_index === index && status !== 'ended',
  )
  if (!line) throw new RefusalError('HANDOFF_TOKEN_INVALID')

  const expiresAt = Temporal.Instant.from(accepted.expiresAt)
  await noteAside(() =>
    insertHandOff(deps.database.db, {
      contract_id: contract.contract_id,
      token: request.token,
      line_id: line.line_id,
      return_url: accepted.returnUrl,
      receiver_name: accepted.receivingCarrier,
      expires_at: expiresAt,
      seen_at: now,
    }),
  )
  return { line, receiverName: accepted.receivingCarrier, expiresAt }
}

/** @throws RefusalError RETURN_URL_NOT_ALLOWED */
export function requireAllowedReturn({ returnOrigins }: ReturnOrigins, url: string) {
  if (!URL.canParse(url) || !returnOrigins.includes(new URL(url).origin))
    throw new RefusalError('RETURN_URL_NOT_ALLOWED')
}

/** `090****5678` */
function maskNumber(number: string): string {
  return `${number.slice(0, 3)}****${number.slice(-4)}`
}
