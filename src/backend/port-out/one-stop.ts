import type { Selectable } from 'kysely'
import { z } from 'zod'
import { newExchangeId, askOfLine, sealFields } from '#backend/carrier/exchange.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import type { Who } from '#backend/contract/who.ts'
import type { DatabaseHandle, Db } from '#backend/db/connect.ts'
import { hashSecret } from '#backend/db/ids.ts'
import type { PortOutTables } from '#backend/db/tables/port-out.ts'
import { noteAside } from '#backend/db/side-note.ts'
import { openNumber, toLineName } from '#backend/contract/line-mapping.ts'
import { requireConditions } from '#backend/procedure/conditions.ts'
import { nextStep } from '#backend/procedure/receipts.ts'
import type { CarrierPort } from '#backend/ports/carrier.ts'
import { RefusalError, requireOk } from '#backend/refusal.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { decidePortOut } from '#domain/port-out/decide-port-out.ts'
import { mnpValidity } from '#domain/policy/mnp-number.ts'
import { formatRfc3339, isBefore, toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { PortOutOrder } from './details.ts'
import { portOut } from './procedure.ts'
import { portOutMessage } from './messages.ts'
import { loadEstimate, type PortOutDeps } from './request-number.ts'

export type OneStopDeps = PortOutDeps & {
  carrier: CarrierPort
  /** What a token means is noted while its facts are only read. */
  database: DatabaseHandle
  /** Origins of receiving carriers we may lead back to. */
  returnOrigins: readonly string[]
}

const token = z.object({
  number: z.string(),
  receivingCarrier: z.string(),
  returnUrl: z.url(),
  expiresAt: z.string(),
  state: z.string(),
})

type Asked = { token: string; returnUrl: string }
type HandOffRow = Selectable<PortOutTables['one_stop_handoff']>

/**
 * The consent screen's facts: the token is checked at the carrier, the way back against its own word and our list.
 * Of a token the member has consented with, also the order it led to.
 * @throws RefusalError HANDOFF_TOKEN_INVALID also when the number is another member's, RETURN_URL_NOT_ALLOWED
 */
export async function readHandOff(
  db: Db,
  deps: OneStopDeps,
  contractId: string,
  asked: Asked,
  now: Instant,
) {
  requireAllowed(deps, asked.returnUrl)
  const noted = await findHandOff(db, contractId, asked.token)
  const known = await loadContract(db, contractId)
  const { line, receiverName, expiresAt } =
    noted?.order_no == null
      ? await askCarrier(deps, known, asked, now)
      : readNoted(known, noted, asked)
  const { feeYen, unpaidYen, isUnpaid, remainingInstalmentsYen, consequences, conditions } =
    await loadEstimate(db, deps, known, line, now)
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

/** After the consent the carrier's token is spent: what it stood for is our own note. */
function readNoted(known: LoadedContract, noted: HandOffRow, asked: Asked) {
  if (noted.return_url !== asked.returnUrl) throw new RefusalError('RETURN_URL_NOT_ALLOWED')
  return {
    line: lineOf(known, noted.line_id),
    receiverName: noted.receiver_name,
    expiresAt: noted.expires_at,
  }
}

/** What the token means is noted, so that the consent itself needs no call. */
async function askCarrier(
  deps: OneStopDeps,
  { contract, lines }: LoadedContract,
  asked: Asked,
  now: Instant,
) {
  const answer = await deps.carrier.oneStopToken(asked.token)
  if (answer.kind === 'no-answer') throw new RefusalError('OUTSIDE_NO_ANSWER')
  const told = token.safeParse(answer.kind === 'accepted' ? answer.value : undefined).data
  if (told?.state !== 'waiting') throw new RefusalError('HANDOFF_TOKEN_INVALID')
  if (told.returnUrl !== asked.returnUrl) throw new RefusalError('RETURN_URL_NOT_ALLOWED')
  const index = deps.sealing.index('number', told.number)
  const line = lines.find(
    ({ number_index, status }) => number_index === index && status !== 'ended',
  )
  if (!line) throw new RefusalError('HANDOFF_TOKEN_INVALID')

  const expiresAt = Temporal.Instant.from(told.expiresAt)
  await noteAside(() =>
    deps.database.db
      .insertInto('one_stop_handoff')
      .values({
        contract_id: contract.contract_id,
        token_hash: hashSecret(asked.token),
        line_id: line.line_id,
        return_url: told.returnUrl,
        receiver_name: told.receivingCarrier,
        expires_at: expiresAt,
        order_no: null,
        seen_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  return { line, receiverName: told.receivingCarrier, expiresAt }
}

/**
 * Consents, once per token. The order and the request to the carrier are saved together; the worker sends the request,
 * or the member's return to the other carrier does, whichever is first. Unused, the consent is valid as long as an MNP
 * reservation number (ours).
 * @throws RefusalError HANDOFF_TOKEN_INVALID, RETURN_URL_NOT_ALLOWED, CONDITIONS_CHANGED, and those of a port-out
 */
export async function consentToHandOff(
  tx: Db,
  deps: OneStopDeps,
  who: Who,
  asked: Asked & { conditions: string },
): Promise<PortOutOrder> {
  const { contractId, now } = who
  const known = await loadContract(tx, contractId, { lock: true })
  const handOff = await lockHandOff(tx, contractId, asked.token)
  if (!handOff || handOff.order_no !== null || !isBefore(now, handOff.expires_at))
    throw new RefusalError('HANDOFF_TOKEN_INVALID')
  if (handOff.return_url !== asked.returnUrl) throw new RefusalError('RETURN_URL_NOT_ALLOWED')
  requireAllowed(deps, asked.returnUrl)
  const lineId = handOff.line_id
  const line = lineOf(known, lineId)
  requireOk(decidePortOut({ type: 'request' }, known.facts, lineId, now))
  const estimate = await loadEstimate(tx, deps, known, line, now)
  requireConditions(asked.conditions, estimate)

  const issuedOn = toTokyoDate(now)
  const { expiresOn, expiresAt } = mnpValidity(issuedOn)
  const exchangeId = newExchangeId()
  const order = await deps.commit.order(tx, who, {
    procedure: portOut,
    step: portOut.open({
      lineId,
      procedure: 'portOut',
      event: 'requested',
      expectedOn: toTokyoDate(expiresAt),
      details: {
        exchangeId,
        receiverName: handOff.receiver_name,
        estimate: { ...estimate, why: { allowed: true } },
        issuedOn,
        nextSteps: [
          nextStep('移転先で開通すると、転出が完了し、この回線は終了します。'),
          nextStep(
            'この日までに開通しないと、同意は無効になります。この回線はそのままお使いいただけます。',
            expiresOn,
          ),
        ],
      },
    }),
    audit: { action: 'one-stop-consented', details: { line: lineId } },
    message: (told) => portOutMessage('consented', told),
  })
  await tx
    .updateTable('one_stop_handoff')
    .set({ order_no: order.order_no })
    .where('contract_id', '=', contractId)
    .where('token_hash', '=', handOff.token_hash)
    .execute()
  const sealedToken = sealFields(deps.sealing, exchangeId, { token: asked.token })
  const request = { type: 'consent', sealedToken, result: 'consented' } as const
  await askOfLine(tx, deps.queue, line, request, { orderNo: order.order_no, exchangeId, now })
  return order
}

function requireAllowed({ returnOrigins }: OneStopDeps, url: string) {
  if (!URL.canParse(url) || !returnOrigins.includes(new URL(url).origin))
    throw new RefusalError('RETURN_URL_NOT_ALLOWED')
}

const lockHandOff = (tx: Db, contractId: string, secret: string) =>
  handOffOf(tx, contractId, secret).forUpdate().executeTakeFirst()

const findHandOff = (db: Db, contractId: string, secret: string) =>
  handOffOf(db, contractId, secret).executeTakeFirst()

function handOffOf(db: Db, contractId: string, secret: string) {
  return db
    .selectFrom('one_stop_handoff')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('token_hash', '=', hashSecret(secret))
}

/** `090****5678` */
function maskNumber(number: string): string {
  return `${number.slice(0, 3)}****${number.slice(-4)}`
}
