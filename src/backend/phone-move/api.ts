import type { AreaHandlers } from '#backend/area.ts'
import {
  accountOf,
  isProven,
  memberOf,
  requireKnownDevice,
  requireProof,
  type Caller,
} from '#backend/caller.ts'
import { findLine } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract } from '#backend/contract/load.ts'
import { toWireWhy } from '#backend/contract/permissions.ts'
import { whoOf } from '#backend/contract/who.ts'
import { checkOfOrder } from '#backend/identity/public.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { letterHours } from '#domain/phone-move/proof-letter.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { MoveProof } from '#vocabulary/phone-move.ts'
import type { Proof } from '#vocabulary/proof.ts'
import { rollBackMove, switchMove, withdrawMove } from './commands/act-on-move.ts'
import { beginMove, type MoveDeps } from './commands/begin-move.ts'
import { takeLetterCode } from './commands/take-letter-code.ts'
import { phoneMove } from './procedure.ts'
import { readCode } from './queries/code.ts'
import { loadEstimate } from './queries/estimate.ts'
import { mayAskLetter } from './queries/letter.ts'
import { phoneNamed } from './queries/phone.ts'
import { sinceMove } from './queries/status.ts'
import { toWireMove } from './queries/wire-move.ts'
import type { MoveOrder } from './rows/details.ts'

/** What each way of proving asks of the session; the chip is read when the move has been begun, and nothing goes out before. */
const proofOf: Readonly<Record<MoveProof, Proof>> = {
  passkey: 'strong',
  chip: 'freshLogin',
  letter: 'freshLogin',
  wait: 'secondFactor',
}

export const phoneMoveHandlers = (deps: MoveDeps) =>
  ({ ...begun(deps), ...underWay(deps) }) satisfies AreaHandlers

/** What a move would mean, and its beginning. */
function begun(deps: MoveDeps) {
  return {
    async phoneMoveLinesGet(_, caller) {
      const { db, now } = caller
      const { contractId } = memberOf(caller)
      const { facts, lines, open } = await loadContract(db, contractId)
      const moves = open.filter(phoneMove.owns).map(phoneMove.read)
      return {
        lines: lines
          .filter(({ status }) => status !== 'ended' && status !== 'preparing')
          .map((line) => {
            const move = moves.find(({ line_id: lineId }) => lineId === line.line_id)
            return {
              line: toLineName(line, deps.sealing),
              ...toWireWhy('phoneMove', mayBegin('phoneMove', facts, now, line.line_id)),
              ...(move && { move: toWireMove(move, { sealing: deps.sealing, line, now }) }),
            }
          }),
        asOf: formatRfc3339(now),
      }
    },

    async phoneMoveEstimateGet({ query: { lineId, phone } }, caller) {
      const { db, now } = caller
      const known = await loadContract(db, memberOf(caller).contractId)
      const estimate = await loadEstimate(db, deps, known, lineOf(known, lineId), now)
      const letter = await mayAskLetter(db, deps, { ...memberOf(caller), now })
      return {
        ...estimate,
        phone: phoneNamed(phone),
        isProven: isProven('strong', caller),
        letter: {
          ...toWireWhy('phoneMove', letter.decided),
          sentTo: letter.sentTo,
          days: letterHours(now) / 24,
        },
        why: toWireWhy('phoneMove', mayBegin('phoneMove', known.facts, now, lineId)),
      }
    },

    async phoneMovePost({ body }, caller) {
      requireProof(proofOf[body.proof], caller)
      return answer(deps, caller, await beginMove(caller.db, deps, whoOf(caller), body))
    },
  } satisfies AreaHandlers
}

/** What the member reads and does of a move that was begun. */
function underWay(deps: MoveDeps) {
  const find = (caller: Caller, orderNo: string) =>
    phoneMove.find(caller.db, { contractId: memberOf(caller).contractId, orderNo })

  return {
    async phoneMoveGet({ query: { orderNo } }, caller) {
      return answer(deps, caller, await find(caller, orderNo))
    },

    async phoneMoveLetterPost({ body }, caller) {
      return answer(deps, caller, await takeLetterCode(caller.db, deps, whoOf(caller), body))
    },

    async phoneMoveCodeGet({ query: { orderNo } }, caller) {
      const order = await find(caller, orderNo)
      requireOwner(order, caller)
      const line = await findLine(caller.db, order.contract_id, order.line_id ?? '')
      return readCode(caller.db, deps.sealing, order, line)
    },

    async phoneMoveSwitchPost({ body: { orderNo } }, caller) {
      requireOwner(await find(caller, orderNo), caller)
      return answer(deps, caller, await switchMove(caller.db, deps, whoOf(caller), orderNo))
    },

    async phoneMoveRollBackPost({ body: { orderNo } }, caller) {
      requireOwner(await find(caller, orderNo), caller)
      return answer(deps, caller, await rollBackMove(caller.db, deps, whoOf(caller), orderNo))
    },

    async phoneMoveWithdrawPost({ body: { orderNo } }, caller) {
      return answer(deps, caller, await withdrawMove(caller.db, deps, whoOf(caller), orderNo))
    },
  } satisfies AreaHandlers
}

async function answer({ sealing }: MoveDeps, caller: Caller, order: MoveOrder) {
  const { db, now } = caller
  const line = await findLine(db, order.contract_id, order.line_id ?? '')
  const isChecked = order.details.proof === 'chip' && order.state === 'id_check'
  return {
    ...toWireMove(order, { sealing, line, now, since: await sinceMove(db, order, line) }),
    ...(isChecked && {
      identity: await checkOfOrder(db, accountOf(caller).accountId, order.order_no),
    }),
  }
}

/** The session that showed the proof of this move, or has to. */
const isOwnSession = ({ details }: MoveOrder, { signedIn }: Caller) =>
  details.sessionHash !== undefined && details.sessionHash === signedIn?.sessionHash

/**
 * The code opens the line, and the switch-over moves it: the session that was proved for this move may, and any other that
 * shows as much as the code of another eSIM order asks for (esimActivationGet).
 * @throws RefusalError SECOND_FACTOR_REQUIRED, NEW_DEVICE_WAIT
 */
function requireOwner(order: MoveOrder, caller: Caller) {
  const hasProved = order.state !== 'id_check' && isOwnSession(order, caller)
  if (hasProved || isProven('strong', caller)) return
  requireProof('secondFactor', caller)
  requireKnownDevice(caller)
}
